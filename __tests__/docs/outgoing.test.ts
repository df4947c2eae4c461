import { readdirSync, readFileSync } from 'node:fs';

/** What opens connections, or has one opened, in code that runs in the process. */
const OPENERS =
  /\bawait fetch\(|\binProcessFetch\(\) (?:\?\?|:)|\bnew (?:Pool|Client|LimitedPool|Agent|AwsClient|Resolver)\(|\b(?:fetchPage|createTransport|algoliasearch|createRemoteJWKSet|discovery|sendRequest)\(|\bconnect\b[^;]*'node:(?:net|tls)'/;
/** Asks this machine alone: the thread of the embedded database, and the socket of the running process. */
const LOCAL = new Set(['server/db/pglite.ts', 'server/control/control-client.ts']);
/** The guarded fetch itself, which others ask with. */
const GUARDED = new Set(['server/web/guarded-fetch.ts']);
/** Runs in browsers. */
const BROWSER = /^lib\/(?:browser|offline)\//;

const openers = ['server', 'host', 'lib'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `${folder}/${file}`)
    .filter(
      (file) => !LOCAL.has(file) && !GUARDED.has(file) && !BROWSER.test(file) && OPENERS.test(codeOf(file)),
    ),
);

function codeOf(file: string): string {
  return readFileSync(file, 'utf8').replace(/^\s*(?:\/?\*|\/\/).*$/gm, '');
}

test('docs/security.md names every file that talks to another server, and no other', () => {
  const text = readFileSync('docs/security.md', 'utf8');
  const [, section = ''] = /^## Who talks to whom$(.*?)^## /ms.exec(text) ?? [];
  const rows = section.split('\n').filter((line) => line.startsWith('|'));
  const named = rows.flatMap((row) =>
    [...row.matchAll(/`((?:server|lib|host)\/[\w./-]+)`/g)].map(([, path = '']) => path),
  );
  const isNamed = (file: string) => named.some((path) => file === path || file.startsWith(`${path}/`));

  expect(openers.length).toBeGreaterThan(15);
  expect(openers.filter((file) => !isNamed(file))).toEqual([]);
  expect(
    named.filter((path) => !openers.some((file) => file === path || file.startsWith(`${path}/`))),
  ).toEqual([]);
});
