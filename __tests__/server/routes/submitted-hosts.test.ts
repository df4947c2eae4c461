import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'tldts';
import type { ServerEnv } from '@/server/config/env';
import { RESERVED_SUFFIXES } from '@/server/web/public-address';
import { setUpFakeWeb } from '../../setup/fake-web';
import { submissionsPath, setUpSubmissionCalls } from '../../setup/submission-calls';
import { setUpTestApp } from '../../setup/test-app';

const web = setUpFakeWeb();
const changes: Partial<ServerEnv> = {};
/** Takes the place of the name servers of the fake web. */
let nameServers: (() => Promise<never>) | undefined;
const nameError = (code: string) => Object.assign(new Error(code), { code });
const api = setUpTestApp(() => changes, {
  fetchPage: web.fetchPage,
  resolveHost: (...asked) => nameServers?.() ?? web.resolveHost(...asked),
});
const { submit, createSubmission, signedInUser } = setUpSubmissionCalls(api);

beforeEach(() => {
  nameServers = undefined;
  Reflect.deleteProperty(changes, 'appEnv');
  web.names.set('figgle.com', ['93.184.215.14']);
});

const preview = async (url: string) => {
  const { headers } = await signedInUser();
  return api.request('POST', `${submissionsPath}/preview`, { headers, body: { url } });
};
const refused = (sentence: string) => ({
  status: 400,
  body: { code: 'bad_request', message: sentence, fields: { url: sentence } },
});
const unknown = refused("We can't find that site. Is the link spelled correctly?");

it.each([
  ['tool.test', "Links that end in .test aren't on the public web. Enter one that anyone can open."],
  ['invalid.', "Links that end in .invalid aren't on the public web. Enter one that anyone can open."],
  ['NAS.Local', "Links that end in .local aren't on the public web. Enter one that anyone can open."],
  ['router.lan', "Links that end in .lan aren't on the public web. Enter one that anyone can open."],
  [
    'db.prod.internal',
    "Links that end in .internal aren't on the public web. Enter one that anyone can open.",
  ],
  ['tv.home.arpa', "Links that end in .home.arpa aren't on the public web. Enter one that anyone can open."],
  ['app.localhost', "Links that end in .localhost aren't on the public web. Enter one that anyone can open."],
  ['intranet2', 'That link works only on a local network. Enter one that anyone can open.'],
])('refuses %s at preview, submission and edit, with a specific sentence', async (host, sentence) => {
  const ada = await signedInUser();
  const { id } = await createSubmission(ada, { url: 'https://figgle.com/' });
  const edit = (url: string) =>
    api.request('PATCH', `${submissionsPath}/${id}`, { headers: ada.headers, body: { url } });
  const url = `https://${host}/`;

  expect(await preview(url)).toMatchObject(refused(sentence));
  expect(await submit(ada, { url })).toMatchObject(refused(sentence));
  expect(await edit(url)).toMatchObject(refused(sentence));
});

it('reserves no suffix that sites have', () => {
  const listed = RESERVED_SUFFIXES.filter((suffix) => parse(`site.${suffix}`).isIcann);

  // Listed as public suffixes, but no public name server knows them: RFC 8375 and RFC 7686.
  expect(listed).toEqual(['home.arpa', 'onion']);
});

it('refuses a name that does not exist', async () => {
  expect(await preview('https://figgel.com/')).toMatchObject(unknown);
  expect(await submit(await signedInUser(), { url: 'https://figgel.com/' })).toMatchObject(unknown);
});

it('refuses a name that leads to a private address', async () => {
  web.names.set('inside.com', ['93.184.215.14', '10.0.0.1']);

  expect(await submit(await signedInUser(), { url: 'https://inside.com/' })).toMatchObject(
    refused("That link isn't on the public web."),
  );
});

it.each(['ETIMEOUT', 'ESERVFAIL', 'ECONNREFUSED', 'ECANCELLED'])(
  'lists a link while the name servers fail with %s, because a moderator will look at it',
  async (code) => {
    nameServers = () => Promise.reject(nameError(code));

    expect((await submit(await signedInUser(), { url: 'https://figgle.com/' })).status).toBe(201);
  },
);

it('waits three seconds for the name servers, and then lists the link', async () => {
  const ada = await signedInUser();
  const startedAtMs = performance.now();
  nameServers = () => sleep(100).then(() => Promise.reject(nameError('ENOTFOUND')));
  expect(await submit(ada, { url: 'https://figgel.com/' })).toMatchObject(unknown);

  nameServers = () => new Promise(() => undefined);
  expect((await submit(ada, { url: 'https://figgle.com/' })).status).toBe(201);
  expect(performance.now() - startedAtMs).toBeGreaterThan(3_000);
});

it('lets a submitter change other things once the site is gone, but not move to another that does not exist', async () => {
  const ada = await signedInUser();
  const { id } = await createSubmission(ada, { url: 'https://figgle.com/' });
  web.names.clear();
  const edit = (body: object) =>
    api.request('PATCH', `${submissionsPath}/${id}`, { headers: ada.headers, body });

  expect(await edit({ url: 'https://www.figgle.com', tagline: 'It was drawn together' })).toMatchObject({
    status: 200,
  });
  expect(await edit({ url: 'https://figgle.org/' })).toMatchObject(unknown);
});

it('takes made-up sites under .example in development, but not in production', async () => {
  const ada = await signedInUser();
  const url = 'https://made-up.example/';
  changes.appEnv = 'production';
  expect(await submit(ada, { url })).toMatchObject(
    refused("Links that end in .example aren't on the public web. Enter one that anyone can open."),
  );

  changes.appEnv = 'development';
  expect((await submit(ada, { url })).status).toBe(201);
});
