import * as z from 'zod/mini';
import { answerRequests } from '@/server/workers/answer-requests';

/** A worker program for tests: keeps its CPU busy for a time, ends, or fills its memory. */
const task = z.object({
  spinMs: z._default(z.number(), 0),
  exits: z._default(z.boolean(), false),
  fillsMemory: z._default(z.boolean(), false),
});

answerRequests((request) => {
  const { spinMs, exits, fillsMemory } = task.parse(request);
  if (exits) process.exit(3);
  const kept: number[][] = [];
  while (fillsMemory) kept.push(Array.from({ length: 100_000 }, (_, index) => index + kept.length));
  for (const endAtMs = performance.now() + spinMs; performance.now() < endAtMs;);
  return { pid: process.pid };
});
