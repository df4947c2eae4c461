import { findSettingsCall, listSettingsVersionsCall } from '@/lib/contract/setting';
import { buildSignedInUser, type SignedInUser, type TestApp } from './signed-in-user';

type Values = Readonly<Record<string, string | null>>;
export const changesOf = (values: Values) => Object.entries(values).map(([name, value]) => ({ name, value }));

/** The calls of an admin who changes settings. Each test has an admin called Ada. */
export function setUpSettingsCalls(api: TestApp) {
  let admin: SignedInUser;
  beforeEach(async () => {
    admin = await buildSignedInUser(api, { role: 'admin', name: 'Ada' });
  });
  const request = (method: string, path: string, body?: object, headers = admin.headers) =>
    api.request(method, `/api/moderation/settings${path}`, { headers, body });
  return {
    get admin() {
      return admin;
    },
    request,
    save: (basedOn: number, values: Values, { note = '', headers = admin.headers } = {}) =>
      request('PUT', '', { basedOn, changes: changesOf(values), note }, headers),
    undo: (version: number, basedOn: number) => request('POST', `/versions/${version}/undo`, { basedOn }),
    read: async () => findSettingsCall.answer.parse((await request('GET', '')).body),
    history: async () => listSettingsVersionsCall.answer.parse((await request('GET', '/versions')).body),
  };
}
