import type { FieldValue } from '@/lib/contract/field';
import { PRODUCT_LIMITS } from '@/lib/contract/product';

/** An imported record without its id. */
export type SearchRecord = {
  name: string;
  tagline: string;
  description: string;
  tags: string[];
  upvoteCount: number;
};

const techWords =
  'react javascript typescript node api css html web app library framework component server design tool data editor code test testing icons color colors font fonts image images video audio chart charts graph database query state router form forms validation auth authentication security docker kubernetes cloud deploy hosting static site generator blog cms headless markdown docs documentation template theme dark light button modal animation motion scroll drag drop table grid layout flexbox tailwind bootstrap material vue angular svelte solid preact next nuxt remix astro gatsby express fastify koa hono deno bun vite webpack rollup esbuild parcel babel eslint prettier lint format git github gitlab ci pipeline monitor logging logger metrics tracing analytics dashboard admin panel search index cache redis postgres mysql sqlite mongodb graphql rest rpc websocket stream queue worker job scheduler cron email mail sms push notification payment stripe checkout shop store cart commerce crm chat bot ai model prompt vector embedding agent llm speech voice translate i18n locale date time calendar timezone map maps geo location weather pdf csv excel json yaml xml parser compiler transpiler bundler minifier linter debugger profiler inspector playground sandbox repl terminal cli shell prompt args config env secret vault key token jwt oauth session cookie crypto hash password browser extension chrome firefox safari mobile ios android flutter native electron desktop pwa offline sync realtime collaboration whiteboard diagram flowchart wireframe mockup prototype figma sketch illustration svg canvas webgl three shader game engine physics sprite pixel photo stock free open source self hosted minimal simple fast tiny modern powerful typed async reactive functional immutable observable promise stream buffer file upload download storage bucket s3 cdn proxy gateway firewall dns domain ssl http https request response fetch axios client sdk wrapper binding plugin extension middleware hook hooks store context provider loader builder generator starter boilerplate kit collection list awesome resources tutorial course guide book learn practice challenge interview'.split(
    ' ',
  );

const plainWords =
  'a the for and to of your with in you that is an from on it by as or without any all more into make build create get use using write run find share manage convert turn add remove handle send read keep track browse discover explore compare generate render display show save load import export connect integrate automate schedule organize customize optimize compress resize crop edit draw record play capture scan check validate verify protect encrypt sign log watch measure visualize teach help team teams developers designers people projects pages websites apps users products companies startups startup business online best beautiful elegant clean easy lightweight zero dependencies small high quality performance first class full featured complete every one single few seconds minutes step ready production popular based inspired written pure multiple different custom common useful handy great awesome better next generation level new old real world life day work workflow space place home everything nothing something'.split(
    ' ',
  );

const nameStarts =
  'ab ac al an ar as ba be bi bo bra bri bu ca ce chi cla clo co cra cu da de di do dra du e el en fa fe fi flo fo fra fu ga ge gi glo go gra gri ha he hi ho hu in ja ji jo ka ke ki kra la le li lo lu ma me mi mo mu na ne ni no nu o op or pa pe pi pla po pra pu qua ra re ri ro ru sa se sha si sky sla so spa sta ste stra su ta te ti to tra tri tu u ur va ve vi vo wa we wi xa ya ye za ze zi zo'.split(
    ' ',
  );
const nameMiddles =
  'b ba bi bl c ch ck d da di do f fi g ga l la li lo ll m ma mi mo n na ni no nd nt p pa pi pp r ra ri ro rr s sa si st t ta ti to tt v va vi x z zz'.split(
    ' ',
  );
const nameEnds =
  'a al an ar base bit board box by cast craft dash deck dock er et ex flow fly forge go grid hub ia ify io is it kit lab lane ly mate mind nest node o on ora pad pipe ple port press px q rise ry script send shift sy tree um us verse wave wise works x yard zen'.split(
    ' ',
  );

/** Numbers in [0, 1) that are the same for the same seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The most that a product may have. */
const tagsPerRecord = 5;

const licenses = ['MIT', 'Apache-2.0', 'GPL-3.0-only', 'BSD-3-Clause', 'ISC', 'MPL-2.0', 'AGPL-3.0-only'];

/** The values of the eight facets of a record, skewed as real ones are. The same for the same number. */
export function makeValues(number: number): Record<string, FieldValue> {
  const random = createRandom(number);
  const pick = createPick(random);
  const some = (values: readonly string[], count: number) => [
    ...new Set(Array.from({ length: count }, () => pick(values))),
  ];
  const cost = Math.round(random() ** 3 * 50_000) / 100;
  const languages = Array.from({ length: 30 }, (_, index) => `language-${index + 1}`);
  return {
    price: pick(['free-plan', 'free', 'paid']),
    platform: some(['web', 'linux', 'macos', 'self-hosted'], 1 + Math.floor(random() * 3)),
    license: pick(licenses),
    variable: random() < 0.3,
    weights: 1 + Math.floor(random() * 20),
    cost,
    released: new Date(Date.UTC(2015, 0, 1 + Math.floor(random() * 4_000))).toISOString().slice(0, 10),
    language: some(languages, 1 + Math.floor(random() * 4)),
  };
}

/** Flatness of the head of the distribution. With 0, half of all texts would contain the first word. */
const headShift = 12;

/** Picks words with the frequencies of natural language (Zipf–Mandelbrot): rank r with weight 1 / (r + shift). */
function createPick(random: () => number): (words: readonly string[]) => string {
  return (words) => {
    const rank = headShift * ((words.length + headShift) / headShift) ** random() - headShift;
    return words[Math.floor(rank)] ?? '';
  };
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/**
 * Generates records that resemble real ones: invented brand names beside names such as "React Router", sentences with
 * natural word frequencies, upvotes for a few.
 */
export function* makeSearchRecords(count: number, seed = 1): Generator<SearchRecord> {
  const random = createRandom(seed);
  const pick = createPick(random);
  const any = (words: readonly string[]) => words[Math.floor(random() * words.length)] ?? '';
  const brand = () =>
    any(nameStarts) +
    (random() < 0.8 ? any(nameMiddles) : '') +
    (random() < 0.3 ? any(nameMiddles) : '') +
    any(nameEnds);
  const word = () => (random() < 0.5 ? pick(plainWords) : random() < 0.97 ? pick(techWords) : brand());
  const sentence = (words: number) => capital(Array.from({ length: words }, word).join(' ')) + '.';
  const name = () => {
    const kind = random();
    if (kind < 0.35) return capital(brand());
    if (kind < 0.55) return `${capital(brand())} ${capital(pick(techWords))}`;
    if (kind < 0.7) return `${capital(pick(techWords))} ${capital(brand())}`;
    if (kind < 0.8) return `${pick(techWords)}-${brand()}`;
    if (kind < 0.87) return `${brand()}.js`;
    if (kind < 0.94) return capital(pick(techWords)) + capital(any(nameEnds));
    return `${capital(pick(techWords))} ${capital(any(techWords))} ${capital(any(techWords))}`;
  };
  const famous = [
    'React',
    'React Router',
    'TypeScript',
    'Node.js',
    'C++ Insights',
    'Tailwind CSS',
    'WebTorrent',
    'Visual Studio Code',
  ];
  const pickTags = () => {
    const tags = new Set<string>();
    while (tags.size < tagsPerRecord) tags.add(pick(techWords));
    return [...tags];
  };
  for (let index = 0; index < count; index += 1) {
    yield {
      name: famous[index] ?? name(),
      tagline: sentence(5 + Math.floor(random() * 10)).slice(0, PRODUCT_LIMITS.taglineCharsMax),
      description: random() < 0.5 ? '' : sentence(10 + Math.floor(random() * 30)),
      tags: pickTags(),
      upvoteCount: random() < 0.05 ? Math.floor(1 / (random() + 0.002)) : 0,
    };
  }
}
