import { once } from 'node:events';
import { createServer } from 'node:http';
import * as z from 'zod/mini';
import { MINUTE_MS } from '@/lib/contract/plain/durations';
import type { ServerEnv } from '@/server/config/env';
import { passkeys } from '@/server/db/schema/sign-in-schema';
import { ownChainAttestation, selfAttestation } from '../../setup/attestations';
import { Authenticator } from '../../setup/authenticator';
import { emailIdentityCalls, type MemberHeaders } from '../../setup/email-identities';
import { passkeyCalls } from '../../setup/passkeys';
import { setUpTestApp, testNow } from '../../setup/test-app';

const settings: { env: Partial<ServerEnv> } = { env: {} };
const api = setUpTestApp(() => ({ signsInByPasskey: true, signsInByEmail: true, ...settings.env }));
const { add, idOf, list, remove, rename, signIn, startAdding } = passkeyCalls(api);
beforeEach(() => {
  settings.env = {};
});

const { ask, buildMember, enter, unlink } = emailIdentityCalls(api);

describe('passkeys of an account', () => {
  it('are made on the device, discoverable, with a check of the person, without personal data in the key', async () => {
    const { headers, handle, name } = await buildMember();
    const options = await startAdding(headers);
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Listgrove' },
      user: { name: handle, displayName: name },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
      excludeCredentials: [],
    });
    expect(Buffer.from(options.user.id, 'base64url')).toHaveLength(32);
  });

  it('are listed, renamed and removed, and belong to their member alone', async () => {
    const [ada, eve] = [await buildMember(), await buildMember()];
    const { device, added } = await add(ada.headers, { name: ' Blue key ' });
    const row = { name: 'Blue key', createdAt: testNow.toISOString(), lastUsedAt: null };
    expect(added).toMatchObject({
      status: 200,
      body: { passkeys: [row], message: 'You can now sign in with this passkey.' },
    });
    expect((await startAdding(ada.headers)).excludeCredentials).toEqual([
      { id: device.id, type: 'public-key', transports: ['internal'] },
    ]);
    expect(await list(eve.headers)).toMatchObject({ body: { passkeys: [] } });
    const id = await idOf(ada.headers);
    expect(await rename(eve.headers, id, 'Mine')).toMatchObject({ status: 404 });
    expect(await remove(eve.headers, id)).toMatchObject({ status: 404 });
    expect(await rename(ada.headers, id, 'Green key')).toMatchObject({
      status: 200,
      body: { passkeys: [{ name: 'Green key' }] },
    });
    expect(await rename(ada.headers, id, ' ')).toMatchObject({ status: 400 });
    expect(await rename(ada.headers, id, 'a'.repeat(61))).toMatchObject({ status: 400 });
    expect(await remove(ada.headers, id)).toMatchObject({ status: 200, body: { passkeys: [] } });
    expect(await remove(ada.headers, id)).toMatchObject({ status: 404 });
  });

  it.each([
    ['a page of another site', { origin: 'https://evil.example' }],
    ['the passkeys of another site', { rpId: 'evil.example' }],
    ['a device that asks for no fingerprint, face or PIN', { isVerified: false }],
  ])('are not added for %s', async (_, answer) => {
    const { headers } = await buildMember();
    const { added } = await add(headers, { answer });
    expect(added).toMatchObject({ status: 400 });
    expect(await api.db.select().from(passkeys)).toEqual([]);
  });

  it.each(['android-key', 'packed', 'tpm', 'apple', 'fido-u2f', 'android-safetynet'])(
    'are not added with certificates in the format %s, and no server is asked that a certificate names',
    async (format) => {
      const asked: string[] = [];
      const lists = createServer((request, response) => {
        asked.push(request.url ?? '');
        response.end();
      });
      await once(lists.listen(0, '127.0.0.1'), 'listening');
      const { port } = z.object({ port: z.number() }).parse(lists.address());
      const { headers } = await buildMember();
      const attest = ownChainAttestation(format, `http://127.0.0.1:${port}/revoked.crl`);
      const { added } = await add(headers, { answer: { attest } });
      await new Promise((resolve) => lists.close(resolve));
      expect(asked).toEqual([]);
      expect(added).toMatchObject({
        status: 400,
        body: { message: "We couldn't verify the passkey. Please try again, or use another device." },
      });
      expect(await api.db.select().from(passkeys)).toEqual([]);
    },
  );

  it('are added if the new key attests itself', async () => {
    const { headers } = await buildMember();
    const { added } = await add(headers, { answer: { attest: selfAttestation } });
    expect(added).toMatchObject({ status: 200 });
  });

  it('are not added with an attestation that is none', async () => {
    const { headers } = await buildMember();
    const { id, response } = new Authenticator().create(await startAdding(headers));
    const credential = { id, response: { ...response, attestationObject: 'AAAA' } };
    expect(
      await api.request('POST', '/api/user/private/passkeys', { headers, body: { name: 'A', credential } }),
    ).toMatchObject({ status: 400 });
  });

  it('are added once, for the challenge of the same session, within five minutes', async () => {
    const member = await buildMember();
    const { headers } = member;
    const other = await api.signIn(member);
    const post = (to: MemberHeaders, credential: ReturnType<Authenticator['create']>) =>
      api.request('POST', '/api/user/private/passkeys', { headers: to, body: { name: 'A', credential } });
    const device = new Authenticator();
    const created = device.create(await startAdding(headers));
    expect(await post(other, created)).toMatchObject({
      status: 400,
      body: { message: 'This took too long. Please add the passkey again.' },
    });
    expect(await post(headers, created)).toMatchObject({ status: 200 });
    expect(await post(headers, created)).toMatchObject({ status: 400 });
    const again = device.create(await startAdding(headers));
    expect(await post(headers, again)).toMatchObject({ status: 409 });
    const late = new Authenticator().create(await startAdding(headers));
    api.clock.now = new Date(testNow.getTime() + 5 * MINUTE_MS);
    expect(await post(headers, late)).toMatchObject({ status: 400 });
  });

  it('of another member cannot be added, and go on signing in there', async () => {
    const [ada, eve] = [await buildMember(), await buildMember()];
    const { device } = await add(ada.headers);
    expect((await add(eve.headers, { device })).added).toMatchObject({
      status: 409,
      body: { message: 'This passkey already belongs to an account.' },
    });
    expect(await api.db.select().from(passkeys)).toMatchObject([{ userId: ada.id }]);
  });

  it('are at most twenty', async () => {
    const { headers, id } = await buildMember();
    const rows = Array.from({ length: 20 }, (_, index) => ({
      ...{ userId: id, credentialId: Buffer.from([index]), publicKey: Buffer.from([1]), signCount: 0 },
      ...{ transports: [], name: 'Key', createdAt: testNow },
    }));
    const [last, ...others] = rows;
    await api.db.insert(passkeys).values(others);
    const credential = new Authenticator().create(await startAdding(headers));
    if (last) await api.db.insert(passkeys).values(last);
    const message = 'You have 20 passkeys, the most an account can have. Remove one first.';
    expect(
      await api.request('POST', '/api/user/private/passkeys', { headers, body: { name: 'A', credential } }),
    ).toMatchObject({ status: 409, body: { message } });
    expect(await api.request('POST', '/api/user/private/passkeys/options', { headers })).toMatchObject({
      status: 409,
    });
  });

  it('are added and removed soon after a sign-in only, so that a stolen session cannot stay', async () => {
    const { headers } = await buildMember();
    const { device } = await add(headers);
    const id = await idOf(headers);
    await ask(headers, 'ada@example.com');
    api.clock.now = new Date(testNow.getTime() + 5 * MINUTE_MS + 1);
    const stale = { status: 401, body: { fields: { accessToken: expect.any(String) } } };
    expect(await api.request('POST', '/api/user/private/passkeys/options', { headers })).toMatchObject(stale);
    expect(await remove(headers, id)).toMatchObject(stale);
    expect(await ask(headers, 'ada@example.com')).toMatchObject(stale);
    expect(await unlink(headers, 'ada@example.com')).toMatchObject(stale);
    // The email may take longer.
    expect(await enter(headers)).toMatchObject({ status: 200 });
    expect(await signIn(device)).toMatchObject({ status: 200 });
  });

  it('are in the copy of the data, and go with the account', async () => {
    const { headers } = await buildMember();
    await add(headers, { name: 'Blue key' });
    const { body } = await api.request('GET', '/api/user/private/export', { headers });
    expect(body).toMatchObject({ account: { passkeys: [{ name: 'Blue key', transports: ['internal'] }] } });
  });
});

it('keeps the last passkey of an account whose other ways the site no longer offers', async () => {
  const { headers } = await buildMember();
  await add(headers);
  settings.env = { identity: { kind: 'none' }, signsInByEmail: false };
  const id = await idOf(headers);
  expect(await remove(headers, id)).toMatchObject({
    status: 409,
    body: { message: 'This is your last way to sign in. Add another one before you remove it.' },
  });
  await add(headers);
  expect(await remove(headers, id)).toMatchObject({ status: 200 });
});
