import type { Person } from '../setup/identity-person';

const person = (index: number, name: string): Person => ({
  name,
  email: `${name.toLowerCase()}@example.com`,
  ids: { 'google.com': `10${index}`, 'github.com': `20${index}` },
  isVerifiedAtGithub: true,
});

/** The accounts at Google and Github. Each test uses its own. */
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
