import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

type Provider = {
  url: string;
  /** Answers of both providers by method and path: a status, and a text or JSON. */
  answers: Record<string, readonly [number, unknown]>;
  requests: unknown[];
};

/** Google and GitHub in one server on this machine. Every test starts without answers. */
export const provider: Provider = { url: '', answers: {}, requests: [] };

const server = createServer((request, response) => {
  void text(request).then((body) => {
    const { accept, authorization, 'content-type': type, 'user-agent': agent } = request.headers;
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://provider.test');
    const name = `${request.method} ${pathname}`;
    provider.requests.push({
      name,
      ...(searchParams.size > 0 && { query: Object.fromEntries(searchParams) }),
      ...(authorization && { authorization }),
      ...(agent === 'listgrove' && { accept }),
      ...(body && { body: type === 'application/json' ? JSON.parse(body) : body }),
    });
    const [status, answer] = provider.answers[name] ?? [404, {}];
    response.writeHead(status, { location: '/elsewhere' });
    response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
  });
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  provider.url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  provider.requests = [];
  provider.answers = {};
});

export const googleConfig = (clientSecret: string | undefined = 'secret') => ({
  clientIds: ['one', 'two'],
  clientSecret,
  authorizeURL: `${provider.url}/authorize`,
  tokenURL: `${provider.url}/token`,
  tokeninfoURL: `${provider.url}/tokeninfo`,
  userinfoURL: `${provider.url}/userinfo`,
});
export const githubConfig = () => ({
  clientId: 'id/1',
  clientSecret: 'secret',
  url: provider.url,
  apiURL: `${provider.url}/api`,
});
export const start = { state: 's', codeChallenge: 'c', nonce: 'n', serverBase: 'https://site.example/api' };
export const result = { state: 's', code: 'code', verifier: 'v', nonce: 'n', serverBase: start.serverBase };
