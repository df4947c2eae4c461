import * as z from 'zod/mini';
import { defineCall } from './call';

export const PROVIDERS = ['google', 'github'] as const;
export type Provider = (typeof PROVIDERS)[number];

/** The redirect sign-in, one call for each provider. */
export const startLoginCalls = {
  google: defineCall({
    method: 'get',
    path: '/user/login/google',
    summary: 'Starts the redirect sign-in with Google.',
    answer: z.object({ redirectUrl: z.url() }),
    errors: [],
  }),
  github: defineCall({
    method: 'get',
    path: '/user/login/github',
    summary: 'Starts the redirect sign-in with Github.',
    answer: z.object({ redirectUrl: z.url() }),
    errors: [],
  }),
};
