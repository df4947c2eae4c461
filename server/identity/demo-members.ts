import type { ProviderId } from '@/lib/contract/sign-in';

/**
 * The made-up members of the demo. Their email addresses end in `.invalid`, so no email is ever sent to them, and their
 * identities come from the issuer `local`.
 */
const firstNames = [
  'Ada', 'Bo', 'Chi', 'Dara', 'Edda', 'Femi', 'Gwen', 'Hana', 'Ines', 'Juno', 'Kofi', 'Lars', 'Mei', 'Nour', 'Odin', 'Pia',
  'Quim', 'Rana', 'Sol', 'Tove', 'Uma', 'Vik', 'Wren', 'Ximo', 'Yara', 'Zeno',
]; // prettier-ignore
const lastNames = ['Birch', 'Clover', 'Fern', 'Moss'];

/** Handle of the demo member who moderates. */
export const DEMO_MODERATOR = 'edda-birch';

export type DemoMember = { handle: string; name: string; email: string; role: 'member' | 'moderator' };

/** 104 members: enough for the orders of lists to differ, few enough to fill quickly. */
export const DEMO_MEMBERS: readonly DemoMember[] = lastNames.flatMap((lastName) =>
  firstNames.map((firstName) => {
    const handle = `${firstName}-${lastName}`.toLowerCase();
    const role = handle === DEMO_MODERATOR ? 'moderator' : 'member';
    return { handle, name: `${firstName} ${lastName}`, email: `${handle}@demo.invalid`, role };
  }),
);

/** The issuer of demo accounts. No real provider has this name. */
export const LOCAL_ISSUER = 'local';

/** The subject of a demo account. Each demo member has an account at both providers, with the same email address. */
export const localSubject = (provider: ProviderId, handle: string) => `${provider}:${handle}`;
