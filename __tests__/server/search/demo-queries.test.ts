import { fillDemo } from '@/server/cli/fill-demo';
import { readEnv } from '@/server/config/env';
import { search } from '@/server/search/search';
import { Vocabulary } from '@/server/search/vocabulary';
import { createTextWorkers } from '@/server/workers/text-workers';
import { testNow } from '../../setup/test-app';
import { setUpTestDatabase } from '../../setup/test-database';

const database = setUpTestDatabase({
  async fill(db) {
    const textWorkers = createTextWorkers();
    const env = readEnv({ APP_ENV: 'demo', LOG_LEVEL: 'silent' });
    await fillDemo({ db, env, now: () => testNow, textWorkers });
    await textWorkers.close();
  },
});
const vocabulary = new Vocabulary();

/**
 * What people search a directory of tools for, and the first products that they should see, judged by hand: the product
 * of that name, those that begin so, then those with such a tag, then those whose tagline or text has the word.
 */
it.each([
  ['react', ['React', 'React Hook Form', 'React Router']],
  ['rea', ['Read the Docs', 'React Hook Form', 'React']],
  ['r', ['Radix UI', 'Read the Docs', 'React Hook Form']],
  ['monitor', ['Elasticsearch', 'Healthchecks.io', 'Datadog']],
  ['monitoring', ['Elasticsearch', 'Healthchecks.io', 'Datadog']],
  ['testing', ['Testing Library', 'Mock Service Worker', 'Puppeteer']],
  ['test', ['Testing Library', 'WebPageTest', 'Mock Service Worker']],
  ['css', ['CSS Gradient', 'PostCSS', 'Tailwind CSS']],
  ['vscode', ['Visual Studio Code']],
  ['visual studio', ['Visual Studio Code']],
  ['code editor', ['JetBrains Mono', 'CodeSandbox', 'Visual Studio Code']],
  ['node', ['Node.js', 'Mock Service Worker', 'Puppeteer']],
  ['nodejs', ['Node.js', 'Mock Service Worker', 'Puppeteer']],
  ['node.js', ['Node.js', 'Mock Service Worker', 'Puppeteer']],
  ['type', ['TypeScript', 'Typesense', 'Typeform']],
  ['typescrpt', ['TypeScript', 'Deno', 'Prisma']],
  ['recat', ['React', 'React Hook Form', 'React Router']],
  ['tailwnd', ['Tailwind CSS', 'Heroicons', 'daisyUI']],
  ['postgres', ['PostgreSQL', 'Supabase', 'PGlite']],
  ['postgresql', ['PostgreSQL', 'Supabase', 'PGlite']],
  ['sql', ['SQLite', 'PostgreSQL', 'MySQL']],
  ['database', ['PostgreSQL', 'MySQL', 'Prisma']],
  ['sqlite', ['SQLite', 'PocketBase', 'DuckDB']],
  ['icons', ['Simple Icons', 'SVGOMG', 'Font Awesome']],
  ['icon', ['Simple Icons', 'SVGOMG', 'Font Awesome']],
  ['fonts', ['Font Squirrel', 'Fontsource', 'Adobe Fonts']],
  ['font', ['Font Awesome', 'Font Squirrel', 'Fontsource']],
  ['color', ['ColorBrewer', 'Color Hunt', 'OKLCH Color Picker']],
  ['colour', ['ColorBrewer', 'Color Hunt', 'OKLCH Color Picker']],
  ['color picker', ['OKLCH Color Picker']],
  ['palette', ['Coolors', 'Color Hunt', 'Adobe Color']],
  ['charts', ['D3', 'OpenStreetMap', 'ColorBrewer']],
  ['maps', ['D3', 'OpenStreetMap', 'ColorBrewer']],
  ['diagram', ['Mermaid', 'Excalidraw', 'draw.io']],
  ['email', ['Ghost', 'Mailchimp', 'React Hook Form']],
  ['newsletter', ['Ghost', 'Mailchimp', 'Buttondown']],
  ['forms', ['Formspree', 'Ghost', 'Mailchimp']],
  ['payment', ['Adyen', 'Mollie', 'Stripe']],
  ['payments', ['Adyen', 'Mollie', 'Stripe']],
  ['stripe', ['Stripe']],
  ['hosting', ['Docker', 'Fly.io', 'Vercel']],
  ['deploy', ['Vercel', 'GitHub Actions', 'LaunchDarkly']],
  ['static site', ['Pagefind', 'Eleventy', 'Jekyll']],
  ['generator', ['Eleventy', 'Hugo', 'Font Squirrel']],
  ['search', ['Elasticsearch', 'Algolia', 'Pagefind']],
  ['analytics', ['Plausible Analytics', 'Google Analytics', 'Umami']],
  ['google', ['Google Analytics', 'Google Fonts', 'Firebase']],
  ['google analytics', ['Google Analytics']],
  ['github', ['GitHub', 'GitHub Copilot', 'GitHub Actions']],
  ['git', ['GitHub Copilot', 'GitHub Actions', 'GitHub']],
  ['api', ['Mock Service Worker', 'Fastify', 'Bruno']],
  ['graphql', ['GraphQL']],
  ['security', ['Clerk', 'Supabase', 'Better Auth']],
  ['password', ['Have I Been Pwned']],
  ['auth', ['Auth0', 'Better Auth', "Let's Encrypt"]],
  ['sign in', ['Clerk', 'Supabase', 'Firebase']],
  ['accessibility', ['Testing Library', 'Radix UI', 'ColorBrewer']],
  ['contrast', ['WebAIM Contrast Checker', 'Adobe Color']],
  ['screen reader', ['Radix UI', 'NVDA']],
  ['image', ['TinyPNG', 'SVGOMG', 'Squoosh']],
  ['images', ['TinyPNG', 'SVGOMG', 'Squoosh']],
  ['compress', ['Squoosh', 'WebAIM Contrast Checker', 'Cypress']],
  ['performance', ['TinyPNG', 'SVGOMG', 'Squoosh']],
  ['ai', ['Aider', 'WebAIM Contrast Checker', 'Zed']],
  ['automation', ['n8n', 'Puppeteer', 'Zapier']],
  ['workflow', ['n8n', 'GitHub Actions']],
  ['docs', ['Read the Docs', 'MDN Web Docs', 'Algolia']],
  ['documentation', ['The A11Y Project', 'Can I use', 'Read the Docs']],
  ['markdown', ['Mermaid', 'Jekyll', 'VitePress']],
  ['whiteboard', ['Excalidraw']],
  ['design', ['Photopea', 'Webflow', 'Coolors']],
  ['js', ['JSFiddle', 'Next.js', 'Node.js']],
  ['bundler', ['esbuild', 'Vite', 'Bun']],
  ['package manager', ['pnpm', 'Bun']],
  ['testing react', ['Testing Library', 'ESLint']],
  ['uptime', ['Uptime Kuma', 'UptimeRobot']],
  ['self hosted', ['Uptime Kuma', 'Keycloak', 'Plausible Analytics']],
  ['queue', ['RabbitMQ', 'Redis', 'Laravel']],
])('%s finds first %j', async (text, expected) => {
  const { hits } = await search(
    { db: database.db, vocabulary },
    { text, filter: undefined, from: 0, to: expected.length, correctsMistakes: true },
  );
  expect(hits.map(({ name }) => name)).toEqual(expected);
});
