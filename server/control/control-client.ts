import { existsSync, lstatSync } from 'node:fs';
import { request as sendRequest } from 'node:http';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { MINUTE_MS } from '@/lib/contract/plain/durations';
import { OwnerError } from '@/server/base/errors';
import type { ControlCommand } from './command';
import { controlCommands, controlResponse, VERSION_MISMATCH } from './contract';

/** The running site could not be reached, or did not run the command. */
export class ControlFailure extends OwnerError {
  override readonly name = 'ControlFailure';
  override readonly isLogged = false;
}

/** Long enough for a batch on a busy site. */
const ANSWER_TIMEOUT_MS = 2 * MINUTE_MS;

/** Whether a site runs on this data folder and responds. A killed process leaves a socket that does not. */
export async function isSiteRunning(dataDir: string): Promise<boolean> {
  const socketPath = controlSocketPath(dataDir);
  if (!existsSync(socketPath)) return false;
  try {
    await post(socketPath, controlCommands.ping.path, {});
    return true;
  } catch {
    return false;
  }
}

/**
 * Runs a command in the running site.
 *
 * @throws ControlFailure when the site is not reachable, stops before it responds, or reports an error.
 */
export async function callControl<Request, Answer>(
  dataDir: string,
  { path, answer }: Pick<ControlCommand<Request, Answer>, 'path' | 'answer'>,
  request: Request,
): Promise<Answer> {
  const response = controlResponse.safeParse(
    parseJSON(await post(controlSocketPath(dataDir), path, request)),
  );
  if (!response.success) throw new ControlFailure(VERSION_MISMATCH);
  if (response.data.isError) throw new ControlFailure(response.data.message);
  const parsed = answer.safeParse(response.data.answer);
  if (!parsed.success) throw new ControlFailure(VERSION_MISMATCH);
  return parsed.data;
}

function post(socketPath: string, path: string, body: unknown): Promise<string> {
  requireOwnSocket(socketPath);
  return new Promise((resolve, reject) => {
    const payload = JSON.stringify(body);
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) };
    const fail = () => reject(new ControlFailure('The running site stopped before it responded.'));
    const sent = sendRequest(
      { socketPath, method: 'POST', path, headers, timeout: ANSWER_TIMEOUT_MS, agent: false },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () =>
          response.complete ? resolve(Buffer.concat(parts).toString('utf8')) : fail(),
        );
        response.on('error', fail);
      },
    );
    sent.on('timeout', () => sent.destroy());
    sent.on('error', fail);
    sent.end(payload);
  });
}

/** A site of a version without this contract responds with something else, or with no JSON at all. */
function parseJSON(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    throw new ControlFailure(VERSION_MISMATCH);
  }
}

/** In the folder for temporary files, another user may have created a socket with the same name. */
function requireOwnSocket(path: string): void {
  const owner = lstatSync(path, { throwIfNoEntry: false })?.uid;
  const user = process.getuid?.();
  if (owner !== undefined && user !== undefined && owner !== user && owner !== 0 && user !== 0) {
    throw new ControlFailure(`The socket ${path} belongs to another user. Delete it, then try again.`);
  }
}

/** The limit for the path of a Unix socket: 108 bytes including the terminator on Linux, 104 on macOS. */
const PATH_BYTES_MAX = 103;

/**
 * The socket of the running site: `control.sock` in its data folder. When that path is too long for a socket, a name
 * derived from it in the folder for temporary files.
 */
export function controlSocketPath(dataDir: string): string {
  const folder = resolve(dataDir);
  const path = join(folder, 'control.sock');
  if (Buffer.byteLength(path) <= PATH_BYTES_MAX) return path;
  const digest = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  return join(tmpdir(), `directory-${digest}.sock`);
}
