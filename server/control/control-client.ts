import { existsSync, lstatSync } from 'node:fs';
import { request } from 'node:http';
import * as z from 'zod/mini';
import { controlSocketPath } from './control-socket-path';

/** The running site could not be asked, or could not do it. The message is a sentence for the person at the terminal. */
export class ControlFailure extends Error {
  override readonly name = 'ControlFailure';
}

const refusal = z.object({ isError: z.literal(true), message: z.string() });

/** Long enough for a batch on a busy site, short enough not to wait for a dead one. */
const ANSWER_TIMEOUT_MS = 120_000;

/** Is a site running on this data folder that answers? A socket that a killed process left behind does not. */
export async function isSiteRunning(dataDir: string): Promise<boolean> {
  if (!existsSync(controlSocketPath(dataDir))) return false;
  try {
    await callControl(dataDir, 'GET', '/');
    return true;
  } catch {
    return false;
  }
}

/**
 * Asks the running site to do something.
 *
 * @throws ControlFailure when it is gone, stops before it answers, or refuses.
 */
export async function callControl(
  dataDir: string,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
): Promise<unknown> {
  const socketPath = controlSocketPath(dataDir);
  requireOwnSocket(socketPath);
  const text = await new Promise<string>((resolve, reject) => {
    const payload = body === undefined ? '' : JSON.stringify(body);
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) };
    const fail = () => reject(new ControlFailure('The running site stopped before it answered.'));
    const sent = request(
      { socketPath, method, path, headers, timeout: ANSWER_TIMEOUT_MS, agent: false },
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
  return readAnswer(text);
}

function readAnswer(text: string): unknown {
  const answer = parseJSON(text);
  const refused = refusal.safeParse(answer);
  if (refused.success) throw new ControlFailure(refused.data.message);
  return answer;
}

function parseJSON(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    throw new ControlFailure('What answers on the socket of the data folder is not the site.');
  }
}

/** In a folder for temporary files anybody may have put a socket under the same name. */
function requireOwnSocket(path: string): void {
  const owner = lstatSync(path, { throwIfNoEntry: false })?.uid;
  const me = process.getuid?.();
  if (owner !== undefined && me !== undefined && owner !== me && owner !== 0 && me !== 0) {
    throw new ControlFailure(`The socket ${path} belongs to somebody else.`);
  }
}
