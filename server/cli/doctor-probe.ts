import { SECOND_MS } from '@/lib/contract/plain/durations';
import { errorCode } from '@/server/base/errors';

export type Finding = {
  level: 'ok' | 'warning' | 'error';
  message: string;
  nextStep?: string;
};

export const CLOCK_MS_MAX = 5 * SECOND_MS;
export const ANSWER_MS_MAX = 10 * SECOND_MS;

export const ok = (message: string): Finding => ({ level: 'ok', message });
export const warning = (message: string, nextStep: string): Finding => ({
  level: 'warning',
  message,
  nextStep,
});
export const error = (message: string, nextStep: string): Finding => ({ level: 'error', message, nextStep });

/** Why a service could not be reached: the code of the error, because messages may contain passwords of URLs. */
export const reasonOf = (thrown: unknown) =>
  errorCode(thrown) ?? (thrown instanceof Error ? (errorCode(thrown.cause) ?? thrown.name) : 'unknown error');

type Answer = { differenceMs: number } | { failure: string };

/** The difference of a server's clock from the clock of this machine. */
export async function ask(url: string): Promise<Answer> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS_MAX), redirect: 'manual' });
    await response.body?.cancel();
    if (!response.ok) return { failure: `status ${response.status}` };
    const serverMs = Date.parse(response.headers.get('date') ?? '');
    return { differenceMs: Number.isNaN(serverMs) ? 0 : Math.abs(serverMs - Date.now()) };
  } catch (thrown) {
    return { failure: reasonOf(thrown) };
  }
}

export const clockFinding = (whose: string, differenceMs: number): Finding =>
  error(
    `${whose} differs by ${Math.round(differenceMs / SECOND_MS)} s from the clock of this machine.`,
    'Set both clocks by NTP: sign-ins and sessions depend on the time.',
  );
