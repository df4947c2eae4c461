import { type Provider, startLoginCalls } from '@/lib/contract/login';
import { call } from './http';

export type LoginStart =
  { isError: false; redirectUrl: string } | { isError: true; error: unknown; message: string };

/** Where to go to sign in with a provider. Never rejects: a failure carries the sentence to show. */
export async function startLogin(provider: Provider): Promise<LoginStart> {
  try {
    return { isError: false, ...(await call(startLoginCalls[provider])) };
  } catch (error) {
    return { isError: true, error, message: `There is a problem to login with ${provider}` };
  }
}
