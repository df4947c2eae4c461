import { tmpdir } from 'node:os';
import { explain, UsageError } from '@/server/cli/run-program';
import { ControlFailure } from '@/server/control/control-client';
import { DirectoryLockedError } from '@/server/db/directory-lock';
import { ApiError, ConfigError, DatabaseStartError } from '@/server/base/errors';
import { UnreadableFile } from '@/server/import/formats/import-line';

it.each([
  new ConfigError('Set PORT to a free one.'),
  new DatabaseStartError('Set PORT to a free one.'),
  new DirectoryLockedError('Set PORT to a free one.'),
  new ControlFailure('Set PORT to a free one.'),
  new UnreadableFile('Set PORT to a free one.'),
  new ApiError('conflict', 'Set PORT to a free one.'),
])('shows the message of a $name without its stack trace', (error) => {
  expect(explain(error)).toBe('Set PORT to a free one.');
});

it('shows the usage below the problem', () => {
  expect(explain(new UsageError('Usage: admin'))).toBe('Usage: admin');
  expect(explain(new UsageError('Usage: admin', 'Name a file.'))).toBe('Name a file.\n\nUsage: admin');
});

it('shows the class and the stack frames of a bug, without its message, which may contain values', () => {
  const explained = explain(new TypeError('ada@example.com is not a function'));
  expect(explained).toMatch(/^Something went wrong\. [^]*type: 'TypeError'[^]*run-program\.test\.ts:\d+/);
  expect(explained).not.toContain('ada@example.com');
});

it('names the commands of the package where it is installed', () => {
  const project = process.cwd();
  const message = 'Usage: npm run backup [-- <file>]. Then npm run reindex, or npm run import -- --help.';
  try {
    process.chdir(tmpdir());
    expect(explain(new ConfigError(message))).toBe(
      'Usage: listgrove backup [<file>]. Then listgrove reindex, or listgrove import --help.',
    );
  } finally {
    process.chdir(project);
  }
  expect(explain(new ConfigError(message))).toBe(message);
});

it('shows what would control the terminal as its code', () => {
  expect(explain(new ConfigError('Red: \u001b[31m, back: \u202e\nand a tab:\t.'))).toBe(
    'Red: \\u{1b}[31m, back: \\u{202e}\nand a tab:\t.',
  );
});
