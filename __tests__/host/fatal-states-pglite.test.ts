import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ServerProcess, spawnServer } from '../setup/spawn-server';

let dataDir: string;
let server: ServerProcess | undefined;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'fatal-test-'));
  server = await spawnServer({ DATA_DIR: dataDir });
});
afterEach(() => {
  server?.signal('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

it.each([
  [
    'its data folder is gone',
    () => rmSync(dataDir, { recursive: true, maxRetries: 5 }),
    'The process ends, so that its supervisor starts it anew.',
  ],
  [
    'nothing caught an error, although another part listens for them',
    () => server?.signal('SIGUSR2'),
    'Nothing caught an error.',
  ],
  [
    'the thread of its database has ended',
    () => server?.signal('SIGURG'),
    'The embedded database has stopped. The process ends, so that its supervisor starts it anew.',
  ],
])('a process exits with 1 when %s', async (_, act, sentence) => {
  act();

  expect(await server?.exited).toBe(1);
  expect(server?.log()).toContain(sentence);
});
