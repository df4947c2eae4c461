import { Hono } from 'hono';
import * as z from 'zod/mini';
import { text } from '@/lib/texts/texts';
import { defineCall } from '@/lib/contract/call';
import type { AppEnv } from '@/server/context';
import { sendFailure, toApiError } from '@/server/http/failure';
import { parseInput } from '@/server/http/parse-input';

const call = defineCall({
  method: 'post',
  path: '/things/:id',
  summary: text('test.takes', 'Takes every kind of value.'),
  access: 'anyone',
  params: z.object({ id: z.string().check(z.regex(/^\d+$/, "That's not a valid id.")) }),
  query: z.object({ page: z.optional(z.string().check(z.minLength(1), z.maxLength(3))) }),
  body: z.object({
    name: z.optional(z.string().check(z.minLength(2), z.maxLength(5))),
    tags: z.optional(z.array(z.string()).check(z.minLength(1), z.maxLength(60))),
    count: z.optional(z.int().check(z.gte(3), z.lte(9))),
    size: z.optional(z.number()),
    isOpen: z.optional(z.boolean()),
    place: z.optional(z.object({ city: z.string() })),
    look: z.optional(z.enum(['dark', 'light'])),
    email: z.optional(z.email()),
    file: z.optional(z.file()),
    at: z.optional(z.date()),
  }),
  answer: z.object({}),
  errors: [],
});

async function send(path: string, body: unknown): Promise<unknown> {
  const app = new Hono<AppEnv>();
  app.post(call.path, async (c) => c.json(await parseInput(c, call)));
  app.onError((error, c) => sendFailure(c, toApiError(error, c)));
  const response = await app.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer: unknown = await response.json();
  return response.ok ? answer : { status: response.status, ...Object(answer) };
}

it('hands over what the schemas describe, and nothing else', async () => {
  const body = { name: 'Ada', tags: ['a'], count: 3, size: 1.5, isOpen: false, place: { city: 'Oslo' } };
  expect(await send('/things/7?page=12&other=1', { ...body, look: 'dark', unknown: 1 })).toEqual({
    params: { id: '7' },
    query: { page: '12' },
    body: { ...body, look: 'dark' },
  });
});

it.each([
  [{ name: 7 }, 'name', 'This must be text.'],
  [{ tags: 'a' }, 'tags', 'This must be a list.'],
  [{ place: 'Oslo' }, 'place', 'This must be an object.'],
  [{ place: {} }, 'place.city', 'This is missing.'],
  [{ isOpen: 'yes' }, 'isOpen', 'This must be true or false.'],
  [{ size: 'big' }, 'size', 'This must be a number.'],
  [{ count: 3.5 }, 'count', 'This must be a whole number.'],
  [{ file: 'a.png' }, 'file', 'This must be a file.'],
  [{ at: 'today' }, 'at', "This isn't valid."],
  [{ look: 'blue' }, 'look', 'This must be dark or light.'],
  [{ name: 'a' }, 'name', 'Use at least 2 characters.'],
  [{ name: 'abcdef' }, 'name', 'Use at most 5 characters.'],
  [{ tags: [] }, 'tags', 'Use at least 1 entry.'],
  [{ tags: Array.from({ length: 61 }, () => 'a') }, 'tags', 'Use at most 60 entries.'],
  [{ count: 2 }, 'count', 'Use at least 3.'],
  [{ count: 10 }, 'count', 'Use at most 9.'],
  [{ email: 'ada' }, 'email', "This isn't valid."],
  [{ tags: ['a', 1] }, 'tags.1', 'This must be text.'],
  [{ name: 'a\0' }, 'name', 'Leave out control characters.'],
  [{ tags: ['a', '\ud800'] }, 'tags.1', 'Leave out control characters.'],
  [{ place: { city: 'Os\0lo' } }, 'place.city', 'Leave out control characters.'],
])('refuses %j: %s: %s', async (body, field, sentence) => {
  expect(await send('/things/7', body)).toEqual({
    status: 400,
    isError: true,
    code: 'bad_request',
    message: `${field}: ${sentence}`,
    fields: { [field]: sentence },
  });
});

it.each([
  ['/things/x', 'id', "That's not a valid id."],
  ['/things/7?page=1234', 'page', 'Use at most 3 characters.'],
  ['/things/7?page=', 'page', 'Use at least 1 character.'],
])('refuses %s', async (path, field, sentence) => {
  expect(await send(path, {})).toMatchObject({ status: 400, fields: { [field]: sentence } });
});

it('names no field when the whole body is of the wrong kind', async () => {
  expect(await send('/things/7', [])).toEqual({
    status: 400,
    isError: true,
    code: 'bad_request',
    message: "The request isn't valid.",
    reason: 'request.invalid',
    fields: {},
  });
});

it('names at most 50 fields, and the first fault of each', async () => {
  const answer = await send('/things/7', { tags: Array.from({ length: 60 }, () => 1), name: 7 });
  const { fields } = z.object({ fields: z.record(z.string(), z.string()) }).parse(answer);
  expect(Object.keys(fields)).toEqual(['name', ...Array.from({ length: 49 }, (_, index) => `tags.${index}`)]);
});
