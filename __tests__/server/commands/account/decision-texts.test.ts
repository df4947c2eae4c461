import { text } from '@/lib/texts/texts';
import { mailAppeal, mailClosedAppeal } from '@/server/commands/account/close-appeals';
import { mailMeasure } from '@/server/commands/account/mail-measure';
import { buildIdentity, buildUser } from '../../../setup/build';
import { emailsOf } from '../../../setup/tasks';
import { setUpTestApp } from '../../../setup/test-app';

const api = setUpTestApp();

/** The subject and the paragraphs of the email that a member gets. */
async function readEmail(send: (userId: string) => Promise<void>): Promise<unknown[]> {
  const ada = await buildUser(api.db);
  await buildIdentity(api.db, ada, { email: 'ada@x.example', isEmailVerified: true });
  await send(ada.id);
  const [email, ...others] = await emailsOf(api.db);
  expect(others).toEqual([]);
  return [email?.subject, ...(email?.body?.split('\n\n') ?? [])];
}

const dashboard = 'http://localhost:3000/account/profile';
const more = `Your dashboard says more, and how to answer. Sign in to see it: ${dashboard}`;
const ofAccount = 'You get this email because you have an account on Listgrove.';

it.each([
  [
    { kind: 'warning' },
    ['A warning from the moderators of Listgrove', 'The moderators of Listgrove ask you to mind this:'],
  ],
  [
    { kind: 'suspension', suspendedUntil: new Date('2026-06-09T12:00:00Z') },
    [
      'Your account on Listgrove is suspended through June 9, 2026',
      'The moderators of Listgrove have suspended your account through June 9, 2026. You can read, take things back and answer the moderators, but not add or change anything. The reason:',
    ],
  ],
  [
    { kind: 'ban' },
    [
      'Your account on Listgrove is banned',
      'The moderators of Listgrove have banned your account. The reason:',
    ],
  ],
] as const)('tells a member of %j with the reason, and how to answer', async (told, begin) => {
  expect(
    await readEmail((userId) => mailMeasure(api.deps(), { ...told, userId, reason: 'No poems.' })),
  ).toEqual([...begin, '> No poems.', more, ofAccount]);
});

it('tells a member that a suspension or ban is over', async () => {
  expect(await readEmail((userId) => mailMeasure(api.deps(), { userId, kind: 'end' }))).toEqual([
    'You can use your account on Listgrove again',
    'The moderators of Listgrove have lifted what they had decided about your account. You can use it as before.',
    ofAccount,
  ]);
});

const looked = 'The moderators of Listgrove have looked at your answer.';
const answered = 'You get this email because you answered a decision on Listgrove.';
it.each([
  [
    { outcome: 'reversed', isRejection: true, reply: '' },
    [
      'Your answer has changed the decision',
      looked,
      `It is back in the queue: ${dashboard}?status=pending`,
      answered,
    ],
  ],
  [
    { outcome: 'reversed', isRejection: false, reply: 'You are right.' },
    [
      'Your answer has changed the decision',
      looked,
      'What was decided about your account no longer holds.',
      '> You are right.',
      answered,
    ],
  ],
  [
    { outcome: 'upheld', isRejection: true, reply: 'It rhymes.' },
    ['The decision stands', looked, 'The decision stands.', '> It rhymes.', answered],
  ],
] as const)('tells a member what became of an answer: %j', async (told, paragraphs) => {
  expect(await readEmail((userId) => mailAppeal(api.deps(), { ...told, userId }))).toEqual(paragraphs);
});

it('tells a member why an answer was closed', async () => {
  expect(
    await readEmail((userId) =>
      mailClosedAppeal(api.deps(), { userId, reason: text('test.gone', 'The tool is gone.') }),
    ),
  ).toEqual([
    'Your answer to the moderators of Listgrove is closed',
    'The tool is gone.',
    `Your dashboard: ${dashboard}`,
    answered,
  ]);
});
