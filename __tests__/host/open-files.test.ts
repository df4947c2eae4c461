import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { mkdtemp, rm, symlink } from 'node:fs/promises';

const onLinux = existsSync('/proc/self/limits') ? it : it.skip;

onLinux('says in one sentence how many files the site needs when it may open 64', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'open-files-'));
  try {
    await symlink(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
    // Like the build: plain Node.js runs the site.
    await build({
      ...{
        entryPoints: ['host/listgrove.ts'],
        outdir: folder,
        entryNames: '[name]',
      },
      ...{ bundle: true, splitting: true, format: 'esm', platform: 'node', packages: 'external' },
    });
    for (const command of ['start', 'server']) {
      const { status, stderr } = spawnSync('sh', ['-c', `ulimit -n 64; exec node listgrove.js ${command}`], {
        ...{ cwd: folder, encoding: 'utf8', env: { NODE_ENV: 'production', PATH: process.env.PATH } },
      });
      expect([status, stderr]).toEqual([
        1,
        'This process may open 64 files and connections at once, and needs 512: run "ulimit -n 65536" before the start, or set LimitNOFILE=65536 in the systemd unit.\n',
      ]);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});
