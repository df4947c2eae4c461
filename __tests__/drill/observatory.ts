import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { freePort, serveDemo } from '../bench/processes';
import { startNginx } from './nginx';

const run = promisify(execFile);

/** Installed for this drill alone: its 233 packages are no part of the site or of its tests. */
const PACKAGE = '@mdn/mdn-http-observatory@1.4.8';

const report = z.object({
  scan: z.object({
    grade: z.string(),
    score: z.number(),
    testsPassed: z.number(),
    testsQuantity: z.number(),
  }),
  tests: z.record(z.string(), z.object({ pass: z.boolean(), result: z.nullable(z.string()) })),
});

/**
 * Serves the demo over https, behind nginx with a certificate of a local authority, and has Mozilla's observatory
 * grade it. Leaves a build for that URL, which the next `npm run demo` replaces.
 *
 * @returns the grade with the result of each test.
 * @throws AssertionError if the grade is not A+.
 */
export async function drillObservatory(folder: string): Promise<string> {
  const [port, securePort] = await Promise.all([freePort(), freePort()]);
  await createCertificate(folder);
  const site = await serveDemo(port, {
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'error',
    NEXT_PUBLIC_SITE_URL: `https://localhost:${securePort}`,
  });
  const nginx = await startNginx(folder, configuration(port, securePort), securePort);
  try {
    const { scan, tests } = await grade(folder, `localhost:${securePort}`);
    const lines = Object.entries(tests).map(
      ([name, { pass, result }]) => `\n      ${pass ? '✓' : '✗'} ${name}: ${result ?? 'none'}`,
    );
    const text = `grade ${scan.grade}, ${scan.score} points, ${scan.testsPassed} of ${scan.testsQuantity} tests${lines.join('')}`;
    assert.equal(scan.grade, 'A+', text);
    return text;
  } finally {
    await nginx.stop();
    await site.stop();
  }
}

/** http on the port of https is redirected, as on a site with both ports. */
const configuration = (port: number, securePort: number) => `
  server {
    listen 127.0.0.1:${securePort} ssl;
    ssl_certificate site.pem;
    ssl_certificate_key site.key;
    error_page 497 =301 https://$host:$server_port$request_uri;
    location / { proxy_pass http://127.0.0.1:${port}; proxy_set_header Host $http_host; }
  }`;

async function createCertificate(folder: string): Promise<void> {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  openssl(
    'req',
    '-x509',
    ...key,
    '-keyout',
    'authority.key',
    '-out',
    'authority.pem',
    '-days',
    '2',
    '-subj',
    '/CN=Drill',
  );
  openssl('req', ...key, '-keyout', 'site.key', '-out', 'site.csr', '-subj', '/CN=localhost');
  await writeFile(join(folder, 'names'), 'subjectAltName=DNS:localhost');
  openssl(
    'x509',
    '-req',
    '-in',
    'site.csr',
    '-CA',
    'authority.pem',
    '-CAkey',
    'authority.key',
    '-CAcreateserial',
    '-out',
    'site.pem',
    '-days',
    '2',
    '-extfile',
    'names',
  );
}

async function grade(folder: string, host: string): Promise<z.infer<typeof report>> {
  const tool = join(folder, 'observatory');
  await mkdir(tool);
  await run('npm', ['install', '--prefix', tool, '--ignore-scripts', '--no-audit', '--no-fund', PACKAGE]);
  const observatory = join(tool, 'node_modules/@mdn/mdn-http-observatory');
  // Its install script would download the list of hosts that browsers know to use https. None of them is this one.
  await writeFile(join(observatory, 'conf/hsts-preload.json'), '{}');
  const scan = join(observatory, 'src/scan.js');
  const { stdout } = await run(process.execPath, [scan, host], {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: join(folder, 'authority.pem') },
  });
  return report.parse(JSON.parse(stdout));
}
