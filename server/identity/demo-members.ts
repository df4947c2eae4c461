import type { ProviderId } from '@/lib/contract/sign-in';

/**
 * The demo's own members, none of them a person. Their addresses end in `.invalid`, so that no mail ever leaves
 * for them, and their identities come from the issuer `local`.
 */
const firstNames = [
  'Ada', 'Bo', 'Chi', 'Dara', 'Edda', 'Femi', 'Gwen', 'Hana', 'Ines', 'Juno', 'Kofi', 'Lars', 'Mei', 'Nour', 'Odin', 'Pia',
  'Quim', 'Rana', 'Sol', 'Tove', 'Uma', 'Vik', 'Wren', 'Ximo', 'Yara', 'Zeno',
]; // prettier-ignore
const lastNames = ['Birch', 'Clover', 'Fern', 'Moss'];

/** Who of them looks at what the others submit. */
export const DEMO_MODERATOR = 'edda-birch';

export type DemoMember = { handle: string; name: string; email: string; role: 'member' | 'moderator' };

/** 104 members: enough for the orders to differ, few enough to fill in a moment. */
export const DEMO_MEMBERS: readonly DemoMember[] = lastNames.flatMap((lastName) =>
  firstNames.map((firstName) => {
    const handle = `${firstName}-${lastName}`.toLowerCase();
    const role = handle === DEMO_MODERATOR ? 'moderator' : 'member';
    return { handle, name: `${firstName} ${lastName}`, email: `${handle}@demo.invalid`, role };
  }),
);

/** The issuer of demo accounts: no provider calls itself so. */
export const LOCAL_ISSUER = 'local';

/** By what the local provider knows an account: one at each provider, with the same address, as people have them. */
export const localSubject = (provider: ProviderId, handle: string) => `${provider}:${handle}`;
