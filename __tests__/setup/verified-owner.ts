import * as z from 'zod/mini';
import { claim } from '@/lib/contract/claim';
import type { setUpFakeWeb } from './fake-web';
import type { SignedInUser, TestApp } from './signed-in-user';

/** Makes a member the verified owner of the site of a listed product. `fetchPage` answers in place of the web. */
export async function verifyOwner(
  api: TestApp,
  web: ReturnType<typeof setUpFakeWeb>,
  { owner: { headers }, id, url }: { owner: Pick<SignedInUser, 'headers'>; id: string; url: string },
): Promise<void> {
  const path = `/api/user/private/products/${id}/claim`;
  const { body } = await api.request('POST', path, { headers });
  const { token } = z.object({ claim }).parse(body).claim;
  const page = `<!doctype html><html><head><meta name="listgrove-verification" content="${token}"></head></html>`;
  web.serve(new URL(url).host + new URL(url).pathname, page);
  const { status } = await api.request('POST', `${path}/verification`, { headers });
  expect(status).toBe(200);
}
