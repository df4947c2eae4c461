/** Names of listed tools. In the demo, each two of a line are alternatives to each other. */
export const DEMO_ALTERNATIVES: readonly (readonly string[])[] = [
  ['React', 'Vue.js', 'Angular', 'Svelte', 'Preact'],
  ['Vite', 'webpack', 'esbuild'],
  ['Playwright', 'Cypress', 'Selenium'],
  ['Vitest', 'Jest'],
  ['Figma', 'Penpot'],
  ['Vercel', 'Netlify'],
  ['npm', 'pnpm', 'Bun'],
];

/** Names of pairs that wait for a moderator, and the handle of the member who suggested them. */
export const DEMO_PROPOSALS = [
  { names: ['Tailwind CSS', 'Bootstrap'], proposer: 'ada-birch' },
  { names: ['React', 'Vite'], proposer: 'bo-birch' },
] as const;
