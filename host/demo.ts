import { spawn } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadEnvFiles } from '@/server/config/env-file';
import { isBuildCurrent } from './build-stamp';

/** Builds the site if needed, then serves it in this process with demo content. With `--build`, only builds it. */
const defaults = {
  APP_ENV: 'demo',
  NODE_ENV: 'production',
  DRAIN_NOTICE_MS: '0',
  LOG_LEVEL: 'warn',
  NEXT_PUBLIC_SITE_SOCIAL: JSON.stringify([
    { name: 'GitHub', url: 'https://github.com' },
    { name: 'Mastodon', url: 'https://mastodon.social' },
  ]),
  NEXT_PUBLIC_SITE_PROMOS: JSON.stringify([
    { text: 'This is a demo: its members and upvotes are made up, its tools are real', url: '/support' },
    { text: 'How the ranking works', url: '/ranking' },
  ]),
};
loadEnvFiles();
for (const [name, value] of Object.entries(defaults)) process.env[name] ||= value;

if (!(await isBuildCurrent())) {
  console.log('Building the site. This takes about half a minute …');
  await runBuild();
}
// Runs the build rather than the sources, like a production site.
if (!process.argv.includes('--build')) {
  process.argv.splice(2, Infinity, 'start');
  await import(pathToFileURL(path.resolve('dist/listgrove.js')).href);
}

/** Builds in a process group of its own, so that a signal to this process stops every part of the build. */
async function runBuild(): Promise<void> {
  const build = spawn(process.execPath, ['--import', 'tsx', 'host/build.ts'], {
    stdio: 'inherit',
    detached: true,
  });
  const stop = () => build.pid !== undefined && process.kill(-build.pid, 'SIGTERM');
  process.once('SIGTERM', stop).once('SIGINT', stop);
  const status = await new Promise<number | null>((resolve) => build.once('exit', resolve));
  process.off('SIGTERM', stop).off('SIGINT', stop);
  if (status !== 0) process.exit(status ?? 1);
}
