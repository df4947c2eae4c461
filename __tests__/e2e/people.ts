import type { Person } from '../setup/identity-person';

const person = (index: number, name: string): Person => ({
  name,
  email: `${name.toLowerCase()}@example.com`,
  ids: { 'google.com': `10${index}`, 'github.com': `20${index}` },
  isVerifiedAtGithub: true,
});

/** The names of accounts at Google and Github for tests that link accounts. Each attempt takes its own. */
export const UNLINKED = ['Hal', 'Ida', 'Jon', 'Kim', 'Lou', 'Mia', 'Noa', 'Oli', 'Pam', 'Ray', 'Sam', 'Tom'];

/** The accounts at Google and Github. Each test uses its own. */
export const PEOPLE = ['Ada', 'Bob', 'Cleo', 'Dan', 'Eve', 'Finn', 'Gia', ...UNLINKED].map((name, index) =>
  person(index, name),
);
