import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../bench/processes';
import { until } from '../setup/until';

/** An S3-compatible server that checks signatures. Installed for this drill alone. */
const PACKAGE = 's3rver@3.7.1';
const tool = join(tmpdir(), 'drill-s3rver-3.7.1');
const BUCKET = 'tools-images';

/** Needs the registry, once on each machine. */
export function installBucket(): void {
  if (existsSync(join(tool, 'node_modules/s3rver/bin/s3rver.js'))) return;
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['install', '--prefix', tool, ...options, PACKAGE], { stdio: 'inherit' });
}

/** @param folder for the objects. */
export async function startBucket(folder: string) {
  const port = await freePort();
  await mkdir(folder, { recursive: true });
  const address = ['--address', '127.0.0.1', '--port', String(port)];
  const child = spawn(
    process.execPath,
    [
      join(tool, 'node_modules/s3rver/bin/s3rver.js'),
      '--directory',
      folder,
      ...address,
      '--silent',
      '--configure-bucket',
      BUCKET,
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  // Its parent may be stopped at any time.
  process.once('exit', () => child.kill());
  process.once('SIGTERM', () => process.exit(1));
  const endpoint = `http://127.0.0.1:${port}`;
  await until(async () => (await fetch(endpoint).catch(() => undefined)) !== undefined);
  return {
    /** Of a site that stores its images there. */
    variables: {
      S3_ENDPOINT: endpoint,
      S3_REGION: 'us-east-1',
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    async countObjects(): Promise<number> {
      const names = await readdir(join(folder, BUCKET), { recursive: true });
      return names.filter((name) => name.endsWith('._S3rver_object')).length;
    },
  };
}
