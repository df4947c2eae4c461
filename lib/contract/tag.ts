import * as z from 'zod/mini';
import { defineCall } from './call';

export const tag = z.object({ slug: z.string(), name: z.string() });
export type Tag = z.infer<typeof tag>;

/** A tag beside the number of approved products that carry it. */
export const countedTag = z.extend(tag, { productCount: z.int().check(z.nonnegative()) });
export type CountedTag = z.infer<typeof countedTag>;

export const listTagsCall = defineCall({
  method: 'get',
  path: '/tags',
  summary: 'Every tag that an approved product carries, most used first.',
  answer: z.object({ tags: z.array(countedTag) }),
  errors: [],
});
