import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { seededDraw } from '@/server/tiles/tile';
import { fakeApi, ok } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';
import { field, found, OpenModal, queryOf, SEARCH_CALL } from '../../setup/search-screen';

/** `npm run drill -- search-keys` presses many more, in the built site. */
const SEQUENCES = 25;
const SEED = '20261122';
const KEYS_MAX = 12;
const TIMEOUT_MS = 30_000 + SEQUENCES * 2_000;
/** Longer than the pace of searches waits after a sequence. */
const PAUSE_MS = 120_000;

const draw = seededDraw(SEED);
const pick = <Item,>(items: readonly Item[]): Item | undefined => items[Math.floor(draw() * items.length)];

const names = ['react', 'redux', 'remix', 'rust', 'java', 'jest', 'editor'];
const tags = names.slice(4).map((name) => ({ slug: name, name, productCount: 1 }));
const namesFor = (query: string) => names.filter((name) => name.startsWith(query));
/** The text of a product says to which query it belongs. */
const search = (_path: string, body: unknown) => {
  const query = queryOf(body) ?? '';
  return found(...namesFor(query).map((name) => ({ id: name, title: name, content: `for ${query}` })));
};

/** By attributes: reading the roles of every element would take most of the test's time. */
const options = (condition = '') => [...document.querySelectorAll(`[role="option"]${condition}`)];
const selectedOptions = () => options('[aria-selected="true"]');

function checkAgreement(trace: string): void {
  const selected = selectedOptions();
  const active = field().getAttribute('aria-activedescendant');
  expect({ trace, selected: selected.map(({ id }) => id) }).toEqual({
    trace,
    selected: active ? [active] : [],
  });
}

/** Lets the event loop turn once, in which answers may arrive. */
const settle = () => act(() => new Promise<void>((resolve) => setTimeout(resolve)));

/** Waits until the modal shows the answer to what its field says. */
async function waitForAnswer(): Promise<void> {
  const query = field().value;
  if (query === '') return;
  const count = namesFor(query).length;
  const isShown = () =>
    expect(screen.queryAllByText(count === 0 ? 'No Result found' : `for ${query}…`)).toHaveLength(count || 1);
  await waitFor(isShown, { timeout: TIMEOUT_MS });
}

/** Presses one key, and settles the answers it leads to or leaves them on their way. */
async function press(key: string): Promise<void> {
  const target = field();
  const settles = draw() < 0.6;
  const change = (value: string) => fireEvent.change(target, { target: { value } });
  if (key.length === 1) change(target.value + key);
  else if (key === 'Backspace') change(target.value.slice(0, -1));
  else if (key === 'Pointer') {
    const option = pick(options());
    if (option) fireEvent.pointerMove(option);
  } else fireEvent.keyDown(target, { key });
  if (settles) await settle();
}

const KEYS = 'r e j u s t a Backspace ArrowDown ArrowDown ArrowUp Home End Pointer'.split(' ');

let aheadMs = 0;
const { now } = Date;
beforeEach(() => jest.spyOn(Date, 'now').mockImplementation(() => now() + aheadMs));
afterEach(() => jest.restoreAllMocks());

it(
  'whatever is pressed, the active descendant, the selection and what Enter opens agree',
  async () => {
    fakeApi({ [SEARCH_CALL]: search, 'GET /tags': () => ok({ tags }) });
    for (let sequence = 0; sequence < SEQUENCES; sequence++) {
      aheadMs += PAUSE_MS;
      const { pushed, unmount } = renderScreen(<OpenModal />);
      const keys: string[] = [];
      const count = 1 + Math.floor(draw() * KEYS_MAX);
      for (let index = 0; index < count; index++) {
        keys.push(pick(KEYS) ?? '');
        await press(keys.at(-1) ?? '');
        checkAgreement(`${sequence}: ${keys.join(' ')}`);
      }
      await waitForAnswer();
      const [active] = selectedOptions();
      const path = active?.getAttribute('href');
      if (path && !path.startsWith('/account/')) {
        fireEvent.keyDown(field(), { key: 'Enter' });
        expect({ keys, pushed }).toEqual({ keys, pushed: [path] });
      }
      unmount();
    }
  },
  TIMEOUT_MS,
);
