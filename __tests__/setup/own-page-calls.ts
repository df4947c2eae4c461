import { type OwnPageInput, readOwnPageCall, type OwnPage } from '@/lib/contract/own-page';
import { buildSignedInUser, type SignedInUser, type TestApp } from './signed-in-user';

export const ABOUT: OwnPageInput = {
  ...{ slug: 'about', title: 'About us', body: '# Who we are\n\nWe list **fonts**. And more.' },
  ...{ place: 'footer', position: 1, isPublished: true },
};

/** The calls of an admin who writes pages. Each test has an admin called Ada. */
export function setUpOwnPageCalls(api: TestApp) {
  let admin: SignedInUser;
  beforeEach(async () => {
    admin = await buildSignedInUser(api, { role: 'admin', name: 'Ada' });
  });
  const request = (method: string, path: string, body?: object, headers = admin.headers) =>
    api.request(method, `/api/moderation/pages${path}`, { headers, body });
  return {
    get admin() {
      return admin;
    },
    request,
    create: (changes: Partial<OwnPageInput> = {}, headers = admin.headers) =>
      request('POST', '', { ...ABOUT, ...changes }, headers),
    /** Creates a page that is fine. */
    build: async (changes: Partial<OwnPageInput> = {}): Promise<OwnPage> => {
      const answer = await request('POST', '', { ...ABOUT, ...changes });
      return readOwnPageCall.answer.parse(answer.body).page;
    },
    change: ({ id, version }: OwnPage, changes: Partial<OwnPageInput>, headers = admin.headers) =>
      request('PUT', `/${id}`, { ...ABOUT, ...changes, basedOn: version }, headers),
    restore: (id: string, version: number, basedOn: number) =>
      request('POST', `/${id}/versions/${version}/restore`, { basedOn }),
    versions: (id: string, after = '') => request('GET', `/${id}/versions${after && `?after=${after}`}`),
    read: (slug: string) => api.request('GET', `/api/pages/${slug}`),
  };
}
