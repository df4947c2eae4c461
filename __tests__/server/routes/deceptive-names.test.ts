import { eq, sql } from 'drizzle-orm';
import { findProfileCall } from '@/lib/contract/profile';
import { listMembersCall } from '@/lib/contract/member';
import { DAY_MS, formatInstant } from '@/lib/contract/plain/durations';
import { checkNames } from '@/server/commands/account/profile';
import { signIn } from '@/server/commands/account/sign-in';
import { users } from '@/server/db/schema';
import { freedHandles } from '@/server/db/schema/sign-in-schema';
import { honestName } from '@/server/identity/deceptive-names';
import { buildUser } from '../../setup/build';
import { noRateLimits } from '../../setup/no-rate-limits';
import { buildSignedInUser, type SignedInUser } from '../../setup/signed-in-user';
import { setUpTestApp } from '../../setup/test-app';

const api = setUpTestApp({}, { rateLimits: noRateLimits });
const never = new AbortController().signal;
const change = async ({ headers }: SignedInUser, body: object) => {
  const answer = await api.request('PATCH', '/api/user/private/profile', { headers, body });
  return answer.status;
};
const handleOf = async ({ id }: { id: string }) =>
  (await api.db.select().from(users).where(eq(users.id, id)))[0]?.handle;
/** As if all members had had their handles for two days. */
const holdForADay = () => {
  const since = new Date(Math.min(Date.now(), api.clock.now.getTime()) - 2 * DAY_MS);
  return api.db.update(users).set({ handleSince: since });
};
const ada = () => buildSignedInUser(api, { handle: 'ada', name: 'Ada' });

it.each([
  ['admin', 400],
  ['moderator', 400],
  ['adm1n', 400],
  ['the-moderators', 400],
  ['former-member', 400],
  ['listgrove', 400],
  ['listgrove-team', 400],
  // With Cyrillic letters.
  ['\u0435dda-birch', 400],
  ['form\u0435r-member', 400],
  // Every letter is Cyrillic, and looks like “ace”.
  ['\u0430\u0441\u0435', 409],
  // A dot that the letter has anyway, a line below it, and a circle around it.
  ['edda-bi\u0307rch', 409],
  ['edda-b\u0332irch', 409],
  ['edda-bi\u20DDrch', 409],
  ['edda-bi\u0332\u0307rch', 409],
  ['edda-b1rch', 200],
  ['rny-handle', 200],
  ['\u043c\u0430\u0440\u0438\u044f', 200],
  ['李白', 200],
])('answers a change of the handle to %s with %i', async (handle, status) => {
  await buildUser(api.db, { handle: 'edda-birch' });
  await buildUser(api.db, { handle: 'ace' });
  await checkNames(api.deps(), never);
  expect(await change(await ada(), { handle })).toBe(status);
});

it.each([
  ['Ada ✓', 400],
  ['Ada √', 400],
  [`Ada${'\u0301'.repeat(50)}`, 400],
  ['Ada\u20DD', 400],
  ['Moderator', 400],
  ['Ada (M\u043eder\u0430tor)', 400],
  ['Listgrove team', 400],
  ['A former member', 400],
  ['A\u200Bda', 400],
  ['Ada\u200F', 400],
  ['Leopold Staff', 200],
  ['Zoë 👩‍💻', 200],
  ['Ada 1️⃣', 200],
  ['می\u200Cخواهم', 200],
])('answers a change of the name to %s with %i', async (name, status) => {
  expect(await change(await ada(), { name })).toBe(status);
});

const HOSTILE_NAMES = `
  admin|ADMIN|Admin 2|007admin|@dmin|adm1n|ADM!N|¡Admin!|!!!moderator!!!|Admin🌱|🌱 admin 🌱
  Admín|Ädmin|ađmin|aɗmïn|a̴d̴m̴i̴n̴|Mödérator|ᴀᴅᴍɪɴ|ᴍᴏᴅᴇʀᴀᴛᴏʀ|ᵃᵈᵐⁱⁿ|ⓐⓓⓜⓘⓝ|ⒶⒹⓂⒾⓃ|🅐🅓🅜🅘🅝|🄰🄳🄼🄸🄽|🅰🅳🅼🅸🅽
  🅰️dmin|⒜⒟⒨⒤⒩|🇦🇩🇲🇮🇳|ａｄｍｉｎ|𝐀𝐝𝐦𝐢𝐧|𝓪𝓭𝓶𝓲𝓷|αdmin|аdmin|аԁміп|ᗩᗪᗰᓰᑎ|ค๔๓เภ|adminteam|TeamAdmin|superadmin|Ada-Administrator
  Moderation Team|The Moderation Team|moderationteam|Site Admin|Site Staff|Staff Team|Official Support|Customer Support
  Lead Mod|Head of Security|Support ✦ Team|A d m i n|A.d.m.i.n|M-o-d-e-r-a-t-o-r|a d m i n team|Ad Min|Mode Rator|Listgrove Süpport|ʟɪꜱᴛɢʀᴏᴠᴇ
  ⓛⓘⓢⓣⓖⓡⓞⓥⓔ ⓣⓔⓐⓜ|L i s t g r o v e|Administração|Администратор|Модератор|管理者|관리자|Moderador|Аdа Lоvеlасе|Pаypаl
  Edda Birch (mod)|Mod · Edda Birch|Edda Birch, Staff|Staff: Edda|Verified: Edda|Trust & Safety|Listgrove Trust & Safety|Listgrove Legal
  Listgrove Billing|Listgrove HQ|CEO of Listgrove|Listgrove Community Manager|ТЕАМ|ΤΕΑΜ|ΑΔΜΙΝ|ᎪᎠᎷᎥᏁ|Адміністратор|Модерация|Moderatrice
  Moderaattori|Yönetici|管理团队|客服|Ada - Mod|Ada ~Staff~|Ada “Staff”|Ada 【mod】|Ada (Mod Team)|Founder · Ada|Ada (official account)
  Ada (客服)|Edda (модерация)|Ada (🅼🅾🅳)|Ada · 🅼🅾🅳|🆂🆃🅰🅵🅵: Ada|Ada (Listgrove)|The Listgrove
  Модерация сайта|Администрация|Служба поддержки|Ada · поддержка|Equipo de moderación|Modération|Ada (équipe)|Listgrove Destek|官方账号|Listgrove官方
  Ada (Global Mod)|Ada (Mod 1)|Site Mod Ada|Staff Ada|Support Ada|Global mod Ada
  Ada 官方团队|公式アカウント|運営|운영팀|고객센터|المشرف|إدارة الموقع|Listgrove الدعم|צוות האתר|แอดมิน|Διαχειριστής|Beheerder
  Amministratore|Amministrazione|Amministratrice|Quản trị viên|Ban quản trị|প্রশাসক|অ্যাডমিন|ادمین|مدير|प्रशासक|ผู้ดูแล|运营|Offiziell|Yönetim
  Ada 官方|System message|Listgrove.com|Ada 🅥|automod|Oficial|நிர்வாகி|అడ్మిన్|ایڈمن|אדמין|Ada официально|스태프 Ada
`;
const HONEST_NAMES = `
  José Núñez|Zoë Kravitz|Đorđe Šarić|Łukasz Żółć|Ağça Yılmaz|Nguyễn Văn Trỗi|Søren Ærø|Jürgen Groß|Þóra Björk|Siân O’Neill|Mª José
  田中さくら|山田 太郎|Tシャツ太郎|김민수|王小明|ㄅㄆㄇ李|Иван Петров|Ђорђе Балашевић|Олена Коваленко|Γιώργος Παπαδόπουλος|محمد علي|می‌خواهم
  דוד לוי|आरव शर्मा|สมชาย ใจดี|გიორგი|Արմեն|ᐊᓂ|Ivan Иванов|Ada 李|Padmini Rao|Vlad Min|Brad Min Lee|Badminton Fan|Modesta Ode|Leopold Staff
  Ana 🇵🇹|Kim 🇰🇷 Lee|J. R. R. Tolkien|Ada + Bob|Ada | Dev|Mod Sun|Ty Crew|Rosa Press-Hall|Bea Host|Root Bear|C3PO fan|Ola 2|Adam Inoue
  Ana (Madrid)|Lee, Kim|Ada / Grace|Trusty Rusty|Hans: Koch|Bot Fly|پرویز مشرف|팀 쿡|上官方|Équipe Dupont|Moderata Fonte|Mod Ada Sun|Nora Support-Lee|ТАТЬЯНА ВЕТРОВА|ΜΑΡΙΑ ΝΟΜΙΚΟΥ|ᏣᎳᎩ
  Quan Tri Nguyen|Haldur Oja|Resmi Nair|ناظر حسین|Ammar Saleh|Karim Modiri|公平|管仲|Comfort Ada
`;
const namesIn = (text: string) => text.split(/[\n|]/).flatMap((name) => name.trim() || []);

it('refuses names that look like a role, a team or the site, and takes honest ones of many languages', async () => {
  const hostile = namesIn(HOSTILE_NAMES);
  const honest = namesIn(HONEST_NAMES);
  expect([hostile.length >= 40, honest.length >= 30]).toEqual([true, true]);
  const member = await ada();
  const answersTo = async (names: readonly string[], field: string) => {
    const answers: string[] = [];
    for (const name of names) answers.push(`${name}: ${await change(member, { [field]: name })}`);
    return answers;
  };
  expect(await answersTo(hostile, 'name')).toEqual(hostile.map((name) => `${name}: 400`));
  expect(await answersTo(honest, 'name')).toEqual(honest.map((name) => `${name}: 200`));

  const asHandle = (name: string) => name.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
  // Left out: three names that lose letters or signs as a handle, names with a role beside them, because a handle has no such signs,
  // and two in Greek capitals, which look like no Latin word in small letters.
  const handles = hostile
    .filter((name) => !/[(),:·~“【]| - /.test(name))
    .map(asHandle)
    .filter(
      (handle) =>
        /^[\p{L}\p{N}]/u.test(handle) && !['dmin', 'ADM-N', 'ΤΕΑΜ', 'ΑΔΜΙΝ', 'Ada'].includes(handle),
    );
  expect(await answersTo(handles, 'handle')).toEqual(handles.map((name) => `${name}: 400`));
});

it('leaves nothing of such a name from a provider', () => {
  const left = namesIn(HOSTILE_NAMES).map((name) => honestName(name, 'Listgrove'));
  expect(left.filter(Boolean)).toEqual([]);
});

it('gives a handle that was given up to no other member for 90 days, and to its former owner at once', async () => {
  const [one, other] = [await ada(), await buildSignedInUser(api, { handle: 'bob' })];
  await holdForADay();
  expect(await change(one, { handle: 'ada-two' })).toBe(200);
  expect(await change(other, { handle: 'ada' })).toBe(409);
  expect(await change(one, { handle: 'ada' })).toBe(200);
  expect(await change(one, { handle: 'ada-two' })).toBe(200);
  await api.db.execute(
    sql`UPDATE freed_handles SET freed_at = ${new Date(api.clock.now.getTime() - 91 * DAY_MS).toISOString()}`,
  );
  expect(await change(other, { handle: 'ada' })).toBe(200);

  await holdForADay();
  await api.db.delete(users).where(eq(users.id, one.id));
  expect(await change(other, { handle: 'ada-two' })).toBe(409);
});

it('frees a handle that was held for less than a day at once', async () => {
  const [one, other] = [await ada(), await buildSignedInUser(api, { handle: 'bob' })];
  await holdForADay();
  for (const handle of ['ada-1', 'ada-2', 'ada-3', 'ada-4', 'ada-5', 'ada-6'])
    expect(await change(one, { handle })).toBe(200);
  expect(await change(other, { handle: 'ada-2' })).toBe(200);
  expect(await change(other, { handle: 'ada' })).toBe(409);
});

it('refuses a fourth change of a handle within 30 days, with the day when it is possible again', async () => {
  const member = await ada();
  for (const handle of ['ada-1', 'ada-2', 'ada-3']) {
    await holdForADay();
    expect(await change(member, { handle })).toBe(200);
  }
  await holdForADay();
  const daysAgo = (days: number) => new Date(api.clock.now.getTime() - days * DAY_MS);
  await api.db.update(freedHandles).set({ freedAt: daysAgo(29) });
  const { headers } = member;
  const refused = await api.request('PATCH', '/api/user/private/profile', {
    headers,
    body: { handle: 'ada-4' },
  });
  const day = formatInstant(daysAgo(-1));
  expect(refused).toMatchObject({
    status: 409,
    body: {
      fields: {
        handle: `A handle changes at most 3 times in 30 days. You can change yours again on ${day}.`,
      },
    },
  });
  await api.db.update(freedHandles).set({ freedAt: daysAgo(31) });
  expect(await change(member, { handle: 'ada-4' })).toBe(200);
});

it('signs in a visitor with a deceptive name at a provider, under another name', async () => {
  await buildUser(api.db, { handle: 'ace' });
  await checkNames(api.deps(), never);
  const names = ['Moderator ✓', 'admin', '\u0430\u0441\u0435', 'A\u202Eda ✓'];
  for (const [index, name] of names.entries()) {
    const identity = {
      issuer: 'https://github.com',
      subject: `${index}`,
      provider: 'github.com',
      name,
    } as const;
    await signIn(api.deps(), { ...identity, email: null, isEmailVerified: false }, { userAgent: null });
  }
  const rows = await api.db.select().from(users).orderBy(users.id);
  expect(rows.slice(1).map(({ handle, name }) => `${handle}: ${name}`)).toEqual([
    'member: Member',
    'member-2: Member',
    '\u0430\u0441\u0435-2: \u0430\u0441\u0435',
    'a-da: A da',
  ]);
});

it('lists for moderators whom an earlier build let take such a name, and renames none of them', async () => {
  const moderator = await buildSignedInUser(api, { handle: 'mo', role: 'moderator' });
  const kept = [
    await buildUser(api.db, { handle: 'ace' }),
    await buildUser(api.db, { handle: '\u0430\u0441\u0435' }),
    await buildUser(api.db, { handle: 'admin' }),
    await buildUser(api.db, { handle: 'ok', name: 'Ada ✓' }),
  ];
  await checkNames(api.deps(), never);
  const { body } = await api.request('GET', '/api/moderation/users?order=names', moderator);
  const { members } = listMembersCall.answer.parse(body);
  expect(members.map(({ handle, nameIssue }) => `${handle}: ${nameIssue}`).sort()).toEqual([
    'admin: The handle speaks for the site.',
    'ok: The name has invisible characters or a mark.',
    '\u0430\u0441\u0435: The handle looks like that of another member.',
  ]);
  expect(await Promise.all(kept.map(handleOf))).toEqual(['ace', '\u0430\u0441\u0435', 'admin', 'ok']);
});

it('keeps a member with a deceptive name in the list who takes another handle', async () => {
  const moderator = await buildSignedInUser(api, { handle: 'mo', role: 'moderator' });
  const member = await buildSignedInUser(api, { handle: 'ok', name: 'Ada ✓' });
  await checkNames(api.deps(), never);
  expect(await change(member, { handle: 'ok-two' })).toBe(200);
  const { body } = await api.request('GET', '/api/moderation/users?order=names', moderator);
  expect(listMembersCall.answer.parse(body).members.map(({ handle }) => handle)).toEqual(['ok-two']);
});

it('says in the profile who moderates, also right after a change of the role', async () => {
  const { id } = await buildUser(api.db, { handle: 'mo', role: 'moderator' });
  const roleOf = async () =>
    findProfileCall.answer.parse((await api.request('GET', '/api/users/mo')).body).profile.role;
  expect(await roleOf()).toBe('moderator');
  await api.db.update(users).set({ role: 'member' }).where(eq(users.id, id));
  await api.deps().publicChanges.catchUp();
  expect(await roleOf()).toBeUndefined();
});
