import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { OwnerError } from '@/server/base/errors';

const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim();

/**
 * Builds the commit that has added a file.
 *
 * @returns the folder.
 * @throws OwnerError without the history of the project.
 */
export function buildCommitOf(file: string): string {
  const [commit] = git('log', '--format=%H', '--diff-filter=A', '--', file).split('\n');
  if (!commit) throw new OwnerError(`The history of git does not say which commit has added ${file}.`);
  return buildCommit(commit);
}

/** Builds a commit in the folder for temporary files, where the next drill finds it. @returns the folder. */
export function buildCommit(name: string): string {
  const commit = git('rev-parse', '--verify', `${name}^{commit}`);
  const folder = join(tmpdir(), `drill-build-${commit.slice(0, 12)}`);
  const isBuilt = join(folder, 'is-built');
  if (existsSync(isBuilt)) return folder;

  console.log(`  Building ${git('log', '-1', '--format=%h of %cs', commit)} …`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  execFileSync('sh', [
    '-ec',
    'git archive "$1" | tar --extract --directory "$2"',
    'sh',
    commit,
    resolve(folder),
  ]);
  for (const args of [
    ['ci', '--prefer-offline', '--no-audit', '--no-fund'],
    ['run', '--silent', 'build'],
  ]) {
    const { status } = spawnSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
    if (status !== 0) throw new OwnerError(`npm ${args[0]} failed in ${folder}.`);
  }
  writeFileSync(isBuilt, '');
  return folder;
}
