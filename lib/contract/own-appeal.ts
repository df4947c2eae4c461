import * as z from 'zod/mini';
import { APPEAL_OUTCOMES } from './plain/measure';

/** An appeal as its member sees it. */
export const ownAppeal = z.object({
  text: z.string(),
  createdAt: z.iso.datetime(),
  /** Null until a moderator has decided. */
  outcome: z.nullable(z.enum(APPEAL_OUTCOMES)),
  reply: z.nullable(z.string()),
});
export type OwnAppeal = z.infer<typeof ownAppeal>;
