import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS } from '@/lib/contract/plain/durations';

export type Voter = { token: string; address: string };
export type VoteRequest = {
  voter: Voter;
  productId: string;
  isWanted: boolean;
  kind?: 'upvotes' | 'bookmarks';
};
/** The status is 0 without an answer. */
export type VoteAnswer = VoteRequest & { status: number; tookMs: number };

/** Each voter has an address of its own, so that the limits per address do not apply. */
export const votersOf = (tokens: readonly string[]): Voter[] =>
  tokens.map((token, index) => ({ token, address: `10.2.${index >> 8}.${index & 255}` }));

export class VoteLoad {
  readonly answers: VoteAnswer[] = [];
  readonly #agent = new Agent({ keepAlive: true });
  #isStopped = false;

  constructor(private readonly url: string) {}

  /** Sends one vote and reads the whole answer. Never rejects. */
  send(vote: VoteRequest, sentAtMs = performance.now()): Promise<VoteAnswer> {
    const { voter, productId, isWanted, kind = 'upvotes' } = vote;
    return new Promise((resolve) => {
      const finish = (status: number) => {
        const answer = { ...vote, status, tookMs: performance.now() - sentAtMs };
        this.answers.push(answer);
        resolve(answer);
      };
      const headers = { accessToken: `Bearer ${voter.token}`, 'x-forwarded-for': voter.address };
      const method = isWanted ? 'PUT' : 'DELETE';
      request(
        `${this.url}/user/private/${kind}/${productId}`,
        { method, headers, agent: this.#agent },
        (response) => {
          response.resume();
          response.on('end', () => finish(response.statusCode ?? 0)).on('error', () => finish(0));
        },
      )
        .on('error', () => finish(0))
        .end();
    });
  }

  /** Sends votes at a fixed rate, whether or not earlier ones are answered. The time of a vote begins when it is due. */
  async sendAtRate(perSecond: number, durationMs: number, next: () => VoteRequest): Promise<void> {
    const startedAtMs = performance.now();
    const sent: Promise<VoteAnswer>[] = [];
    for (let index = 0; (index * SECOND_MS) / perSecond < durationMs; index += 1) {
      const dueAtMs = startedAtMs + (index * SECOND_MS) / perSecond;
      const waitMs = dueAtMs - performance.now();
      if (waitMs > 0) await sleep(waitMs);
      sent.push(this.send(next(), dueAtMs));
    }
    await Promise.all(sent);
  }

  /** Each of some clients sends its next vote when the last one is answered. @returns the votes per second. */
  async sendFromClients(clients: number, durationMs: number, next: () => VoteRequest): Promise<number> {
    const startedAtMs = performance.now();
    const before = this.answers.length;
    const repeat = async () => {
      while (!this.#isStopped && performance.now() - startedAtMs < durationMs) await this.send(next());
    };
    await Promise.all(Array.from({ length: clients }, repeat));
    return ((this.answers.length - before) * SECOND_MS) / (performance.now() - startedAtMs);
  }

  /** Ends the clients, and the connections. */
  stop(): void {
    this.#isStopped = true;
    this.#agent.destroy();
  }
}
