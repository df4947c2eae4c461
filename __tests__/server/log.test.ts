import { spawnSync } from 'node:child_process';
import { z } from 'zod';
import { ConfigError } from '@/server/base/errors';
import { UnreadableFile } from '@/server/import/formats/import-line';
import {
  createLogger,
  currentRequestId,
  describeError,
  logRequest,
  runWithRequestId,
} from '@/server/base/log';

/** The log lines written while `write` runs, without process id, time and other values that differ per line. */
function logged(write: (logger: ReturnType<typeof createLogger>) => void): unknown[] {
  const lines: string[] = [];
  write(createLogger('info', { write: (line) => void lines.push(line) }));
  return lines.map((line) => {
    const { time, pid, hostname, ...rest }: Record<string, unknown> = { ...Object(JSON.parse(line)) };
    expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(8 * 1024);
    return { ...rest, ...(pid === undefined && hostname === undefined && { isCut: true }) };
  });
}

it('writes lines of its level and above, with the id of the request', () => {
  const lines = logged((logger) => {
    logger.debug('Too much.');
    logger.info({ count: 1 }, 'One.');
    runWithRequestId('r1', () => logger.warn('Two.'));
  });
  expect(lines).toEqual([
    { level: 30, count: 1, msg: 'One.' },
    { level: 40, requestId: 'r1', msg: 'Two.' },
  ]);
  expect(currentRequestId()).toBeUndefined();
});

it('writes the line of a request in the form of all other lines', () => {
  const lines: string[] = [];
  const logger = createLogger('info', { write: (line) => void lines.push(line) });
  const request = { requestId: 'a"b', method: 'GET', route: '/tag/[slug]', status: 200, durationMs: 1.26 };
  logRequest(logger, request);
  logger.info({ ...request, durationMs: 1.3 }, 'request');
  logRequest(createLogger('warn', { write: (line) => void lines.push(line) }), request);
  const [logged, ...others] = lines.map((line) => line.replace(/"time":"[\dT:.-]+Z"/, '"time":0'));
  expect(others).toEqual([logged]);
});

it('leaves out secrets at the first three levels', () => {
  const secrets = { token: 'x', email: 'x', accessToken: 'x', idToken: 'x', cookie: 'x', password: 'x' };
  const hidden = Object.fromEntries(Object.keys(secrets).map((name) => [name, '[redacted]']));
  const lines = logged((logger) => {
    logger.info({ ...secrets, a: { ...secrets, b: secrets }, shown: 1 }, 'One.');
  });
  expect(lines).toEqual([{ level: 30, ...hidden, a: { ...hidden, b: hidden }, shown: 1, msg: 'One.' }]);
});

it('keeps of a line that is too long only its level and length', () => {
  const lines = logged((logger) => {
    logger.warn({ text: 'a'.repeat(7_000) }, 'One.');
    logger.warn({ text: 'a'.repeat(8_192) }, 'Two.');
  });
  expect(lines).toMatchObject([
    { msg: 'One.' },
    { level: 40, bytes: expect.any(Number), msg: 'A line was too long for the log.', isCut: true },
  ]);
});

it('logs an error without its message', () => {
  const lines = logged((logger) => {
    logger.error(new RangeError('secret'));
    logger.error({ err: new RangeError('secret') }, 'It failed.');
  });
  const err = { type: 'RangeError', stack: expect.arrayContaining([expect.any(String)]) };
  expect(lines).toEqual([
    { level: 50, err, msg: 'An error occurred.' },
    { level: 50, err, msg: 'It failed.' },
  ]);
  expect(JSON.stringify(lines)).not.toContain('secret');
});

it('logs the sentence of an error of this code, unless such sentences quote what people have sent', () => {
  const lines = logged((logger) => {
    logger.error({ err: new ConfigError('Free some space below ./backups.') }, 'The backup failed.');
    logger.error({ err: new UnreadableFile('“secret” is no price.') }, 'The import failed.');
  });
  expect(lines).toMatchObject([{ err: { message: 'Free some space below ./backups.' } }, { err: {} }]);
  expect(JSON.stringify(lines)).not.toContain('secret');
});

describe('the description of an error', () => {
  const withStack = (stack: string, details: object = {}, cause?: unknown) =>
    Object.assign(new Error('A\nB', { cause }), { stack: `Error: A\nB\n${stack}` }, details);
  const frames = (count: number) =>
    Array.from({ length: count }, (_, index) => `    at f${index} (file://${process.cwd()}/a.ts:1:1)`).join(
      '\n',
    );
  const shown = (count: number) => Array.from({ length: count }, (_, index) => `f${index} (a.ts:1:1)`);

  it('has its codes, and nothing that may be a value', () => {
    const details = {
      code: 23505,
      constraint: 'users_handle_key',
      table: 'users',
      column: 'a b',
      routine: '_bt_check_unique',
      requestId: 'x'.repeat(65),
      query: 'UPDATE "users" SET handle = $1',
      detail: 'secret',
    };
    expect(describeError(withStack('', details))).toEqual({
      type: 'Error',
      code: '23505',
      constraint: 'users_handle_key',
      table: 'users',
      routine: '_bt_check_unique',
      statement: 'update users 9c5082c0',
      stack: [],
    });
    expect(describeError('secret')).toEqual({ type: 'string', stack: [] });
  });

  it.each([
    ['SELECT 1 FROM "a" JOIN b', /^select a [\da-f]{8}$/],
    ['  insert into x VALUES (1)', /^insert x [\da-f]{8}$/],
    ['BEGIN', /^begin [\da-f]{8}$/],
    ['(', /^statement [\da-f]{8}$/],
  ])('tells the statement %j by its verb, table and digest', (query, statement) => {
    expect(describeError(withStack('', { query })).statement).toMatch(statement);
  });

  it('has twelve frames of the error and four of each of four causes', () => {
    const nested = [1, 2, 3, 4, 5].reduce<unknown>((cause) => withStack(frames(20), {}, cause), undefined);
    const described = describeError(withStack(frames(20), {}, nested));
    const stacks = [];
    for (let each: typeof described | undefined = described; each; each = each.cause) stacks.push(each.stack);
    expect(stacks).toEqual([shown(12), shown(4), shown(4), shown(4), shown(4)]);
  });

  it('has the first two of several errors, without their causes', () => {
    const part = withStack(frames(20), { code: 'E1' }, new Error('cause'));
    const all = new AggregateError([part, part, part], 'secret');
    const described = { type: 'Error', code: 'E1', stack: shown(4) };
    expect(describeError(all)).toMatchObject({ type: 'AggregateError', errors: [described, described] });
    expect(describeError(all).errors).toEqual([described, described]);
  });

  it('has only frames that follow the message', () => {
    const error = Object.assign(new Error('A'), { stack: 'Something else\n    at f (a.ts:1:1)' });
    expect(describeError(error).stack).toEqual([]);
    const message = 'A\n    at secret (b.ts:1:1)';
    const lookalike = Object.assign(new Error(message), { stack: `Error: ${message}\n${frames(1)}` });
    expect(describeError(lookalike).stack).toEqual(shown(1));
    const long = withStack(`    at ${'f'.repeat(200)}\nno frame`);
    expect(describeError(long).stack).toEqual(['f'.repeat(160)]);
  });
});

it.each([
  ['exits', 'process.exit(3)', 3],
  ['is killed after a fatal line', "logger.fatal('Two.'); process.kill(process.pid, 'SIGKILL')", null],
])('writes the lines that it holds when the process %s', (_, end, code) => {
  const script = `import { createLogger } from './server/base/log.ts'; const logger = createLogger('info'); logger.info('One.'); ${end}`;
  const { status, stdout } = spawnSync(
    process.execPath,
    ['--import', './server/base/register-tsx.js', '--input-type=module', '-e', script],
    { encoding: 'utf8' },
  );
  const messages = stdout
    .trim()
    .split('\n')
    .map((line) => z.object({ msg: z.string() }).parse(JSON.parse(line)).msg);
  expect([status, messages]).toEqual([code, code === null ? ['One.', 'Two.'] : ['One.']]);
});
