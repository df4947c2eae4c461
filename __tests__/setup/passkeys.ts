import * as z from 'zod/mini';
import { startPasskeyCall, startPasskeySignInCall } from '@/lib/contract/passkey';
import { Authenticator } from './authenticator';
import type { setUpTestApp } from './test-app';

type Api = ReturnType<typeof setUpTestApp>;
type Headers = Record<string, string>;
type Answer = Parameters<Authenticator['get']>[1];

/** The calls of passkeys, as a browser with an authenticator makes them. */
export function passkeyCalls(api: Api) {
  const path = '/api/user/private/passkeys';
  const list = (headers: Headers) => api.request('GET', path, { headers });

  async function startAdding(headers: Headers) {
    const { body } = await api.request('POST', `${path}/options`, { headers });
    return startPasskeyCall.answer.parse(body).options;
  }

  async function add(
    headers: Headers,
    {
      name = 'Laptop',
      device = new Authenticator(),
      answer = {},
    }: { name?: string; device?: Authenticator; answer?: Answer } = {},
  ) {
    const credential = device.create(await startAdding(headers), answer);
    return { device, added: await api.request('POST', path, { headers, body: { name, credential } }) };
  }

  /** @returns also what the browser keeps. */
  async function startSignIn() {
    const { headers, body } = await api.request('POST', '/api/user/login/passkey');
    const cookie = headers.getSetCookie().find((each) => each.startsWith('passkey_sign_in=')) ?? '';
    return { ...startPasskeySignInCall.answer.parse(body), cookie: cookie.split(';', 1).join('') };
  }

  const show = (credential: ReturnType<Authenticator['get']>, cookie: string) =>
    api.request('POST', '/api/user/login/from-passkey', { body: { credential }, headers: { cookie } });

  async function signIn(device: Authenticator, answer: Answer = {}) {
    const { options, cookie } = await startSignIn();
    return show(device.get(options, answer), cookie);
  }

  const idOf = async (headers: Headers, index = 0) =>
    z.object({ passkeys: z.array(z.object({ id: z.string() })) }).parse((await list(headers)).body).passkeys[
      index
    ]?.id ?? '';

  const remove = (headers: Headers, id: string) => api.request('DELETE', `${path}/${id}`, { headers });
  const rename = (headers: Headers, id: string, name: string) =>
    api.request('PATCH', `${path}/${id}`, { headers, body: { name } });

  return { list, startAdding, add, startSignIn, show, signIn, idOf, remove, rename };
}
