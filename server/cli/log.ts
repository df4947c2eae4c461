import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { pino } from 'pino';
import * as z from 'zod/mini';
import { errorCode, OwnerError } from '@/server/base/errors';
import { printable } from './run-program';

const logLine = z.looseObject({
  level: z.number(),
  /** In milliseconds before version 0.2. */
  time: z.union([z.string(), z.number()]),
  msg: z._default(z.string(), ''),
  err: z.optional(
    z.looseObject({
      type: z.string(),
      message: z.optional(z.string()),
      stack: z._default(z.array(z.string()), []),
    }),
  ),
});

export type LogOptions = { level: string; request?: string };

/** Prints lines of the log as people read them. What is no line of it is printed as it is. */
export async function readLog(file: string | undefined, { level, request }: LogOptions): Promise<undefined> {
  if (file === undefined && process.stdin.isTTY) {
    throw new OwnerError(
      'There is no log to read. Name a file, or pipe the log here: journalctl -u listgrove -o cat | listgrove log',
    );
  }
  const lowest = pino.levels.values[level] ?? 0;
  const input = file === undefined || file === '-' ? process.stdin : createReadStream(file);
  // The reader of a pipe may end before the log does, as head does.
  process.stdout.on('error', () => process.exit(0));
  try {
    for await (const line of createInterface({ input, crlfDelay: Infinity })) {
      const parsed = logLine.safeParse(parseJSON(line));
      if (!parsed.success) {
        if (request === undefined) console.log(printable(line));
      } else if (
        parsed.data.level >= lowest &&
        (request === undefined || parsed.data.requestId === request)
      ) {
        console.log(printable(describeLine(parsed.data)));
      }
    }
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    throw new OwnerError(`${file} can't be read (${code}). Name a file that holds the log.`);
  }
}

function parseJSON(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** In the order in which they are said; further ones follow. */
const LEFT_OUT = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'err']);

export function describeLine({ level, time, msg, err, ...rest }: z.infer<typeof logLine>): string {
  const fields = Object.entries(rest)
    .filter(([name]) => !LEFT_OUT.has(name))
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const name = (pino.levels.labels[level] ?? String(level)).toUpperCase();
  const sentence = [localTime(time), name.padEnd(5), msg, ...fields].join(' ');
  if (!err) return sentence;
  const { type, message, stack, ...details } = err;
  const described = [type, message].filter(Boolean).join(': ');
  const known = Object.entries(details).map(([each, value]) => `${each}=${JSON.stringify(value)}`);
  return [sentence, `  ${[described, ...known].join(' ')}`, ...stack.map((frame) => `    at ${frame}`)].join(
    '\n',
  );
}

/** The day and the time in the time zone of the machine. */
function localTime(time: string | number): string {
  const at = new Date(time);
  return Number.isNaN(at.getTime()) ? String(time) : at.toLocaleString('sv');
}
