import type { Person } from '../setup/identity-person';

const person = (index: number, name: string): Person => ({
  name,
  email: `${name.toLowerCase()}@example.com`,
  ids: { 'google.com': `10${index}`, 'github.com': `20${index}` },
  isVerifiedAtGithub: true,
});

/** Who can be chosen at Google and at Github; each test has people of its own. */
export const PEOPLE = [
  'Ada',
  'Bob',
  'Cleo',
  'Dan',
  'Eve',
  'Finn',
  'Gia',
  'Hal',
  'Ida',
  'Jon',
  'Kim',
  'Leo',
].map((name, index) => person(index, name));
