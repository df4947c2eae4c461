import { ApiFailure } from '@/lib/api/http';
import { checkAuthenticate, findUser } from '@/lib/api/viewer';
import { searchProducts } from '@/lib/search';
import { fakeApi, ok } from '../../setup/fake-api';
import { answerSearches } from '../../setup/search-answers';
import { readSessionToken, storeSessionToken } from '@/lib/session-token';

const path = 'GET /user/checkAuthenticate';
const unreachable = "We can't reach the server. Check your connection and try again.";
const respond = (status: number, body: string, type = 'application/json') =>
  new Response(body, { status, headers: { 'content-type': type } });

async function failureOf(response: Response | Error): Promise<unknown> {
  fakeApi({ [path]: () => (response instanceof Error ? Promise.reject(response) : response) });
  return checkAuthenticate().catch((error: unknown) => error);
}

beforeEach(() => storeSessionToken('session-1'));

it.each([
  {
    response: 'status 200 with isError and a message',
    status: 200,
    body: '{"isError":true,"message":"Not today.","authenticated":true}',
    failure: { code: 'internal', message: 'Not today.', serverMessage: 'Not today.' },
  },
  {
    response: 'status 200 with isError alone',
    status: 200,
    body: '{"isError":true}',
    failure: { code: 'internal', message: 'Something went wrong. Please try again.', serverMessage: '' },
  },
  {
    response: 'a status of the catalogue with isError and no code',
    status: 403,
    body: '{"isError":true,"message":"Not you.","fields":null}',
    failure: { code: 'forbidden', message: 'Not you.', fields: {} },
  },
  {
    response: 'status 500 with isError false',
    status: 500,
    body: '{"isError":false,"authenticated":true}',
    failure: { code: 'unavailable', serverMessage: '' },
  },
  {
    response: 'status 502 with JSON of a proxy',
    status: 502,
    body: '{"message":"No upstream."}',
    failure: { code: 'unavailable', message: 'No upstream.' },
  },
  {
    response: 'status 200 with JSON that is not of the contract',
    status: 200,
    body: '{"isError":false,"authenticated":"yes"}',
    failure: { code: 'internal', message: "We can't read the server's response." },
  },
  {
    response: 'status 200 with an empty body',
    status: 200,
    body: '',
    failure: { code: 'internal', message: "We can't read the server's response." },
  },
  {
    response: 'status 502 with an empty body',
    status: 502,
    body: '',
    failure: { code: 'unavailable', message: unreachable },
  },
])('fails on $response', async ({ status, body, failure }) => {
  const failed = await failureOf(respond(status, body));

  expect(failed).toBeInstanceOf(ApiFailure);
  expect(failed).toMatchObject(failure);
});

it.each([
  { response: 'HTML with status 502', status: 502, code: 'unavailable', message: unreachable },
  { response: 'HTML with status 401', status: 401, code: 'unavailable', message: unreachable },
  {
    response: 'HTML with status 200',
    status: 200,
    code: 'internal',
    message: "We can't read the server's response.",
  },
])('fails on $response, in our own words, and keeps the session', async ({ status, code, message }) => {
  const failed = await failureOf(respond(status, '<h1>Bad gateway</h1>', 'text/html'));

  expect(failed).toMatchObject({ code, message, serverMessage: '' });
  expect(readSessionToken()).toBe('session-1');
});

it('fails without a connection', async () => {
  expect(await failureOf(new TypeError('Failed to fetch'))).toMatchObject({
    code: 'unavailable',
    message: unreachable,
    serverMessage: '',
  });
});

it('fails after 15 seconds without an answer', async () => {
  jest.useFakeTimers();
  fakeApi({ [path]: () => new Promise(() => undefined) });
  let failure: unknown;
  void checkAuthenticate().catch((error: unknown) => (failure = error));
  await jest.advanceTimersByTimeAsync(14_999);
  expect(failure).toBeUndefined();
  await jest.advanceTimersByTimeAsync(1);
  jest.useRealTimers();
  expect(failure).toMatchObject({
    ...{ code: 'unavailable', serverMessage: '' },
    message: 'The server is taking too long to answer. Try again in a moment.',
  });
});

it('succeeds on a body without isError', async () => {
  fakeApi({ [path]: () => respond(200, '{"authenticated":true}') });
  expect(await checkAuthenticate()).toBe(true);
});

it.each([
  [{ email: 'ada@x.example', plan: 'gold', id: 7, role: 'king', createdAt: 'today' }, 'ada@x.example'],
  [{ email: 'ada@x.example' }, 'ada@x.example'],
  [{ email: 'ada@x.example', name: 'Ada', handle: null, avatarURL: 3 }, 'Ada'],
])('takes a user of the spec: an email, and fields that are not known: %j', async (user, name) => {
  fakeApi({
    'GET /user/private/getProtectedUserInfo': () => respond(200, JSON.stringify({ isError: false, user })),
  });
  expect(await findUser()).toMatchObject({
    ...{ id: '', email: 'ada@x.example', name, handle: '', avatarURL: null, role: 'member' },
  });
});

it('ends the session when the body says that it has ended, whatever the status', async () => {
  fakeApi({
    'GET /user/private/getProtectedUserInfo': () =>
      respond(200, '{"isError":true,"code":"unauthenticated","message":"Please sign in again."}'),
  });
  await expect(findUser()).rejects.toMatchObject({ message: 'Please sign in again.' });
  expect(readSessionToken()).toBeUndefined();
});

describe('originUrl', () => {
  beforeEach(() => window.history.replaceState(null, '', '/tool/react?after=5#comments'));
  afterEach(() => window.history.replaceState(null, '', '/'));

  it('is origin and path of the page, without its query', async () => {
    const sent: (string | null)[] = [];
    fakeApi({
      [path]: (_path, _body, headers) => {
        sent.push(headers.get('originUrl'));
        return ok({ authenticated: true });
      },
    });
    await checkAuthenticate();
    expect(sent).toEqual(['http://localhost/tool/react']);
  });

  it('is the same on a search that the product server answers', async () => {
    const sent: (string | undefined)[] = [];
    answerSearches(({ headers }) => {
      sent.push(headers.originurl);
      return { status: 200, body: { results: [{ hits: [], nbHits: 0, page: 0, nbPages: 0 }] } };
    });
    await searchProducts('react');
    expect(sent).toEqual(['http://localhost/tool/react']);
  });
});
