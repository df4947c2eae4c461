import { entry, part, skipped } from '@/server/import/formats/import-line';
import { LinkAccount } from '@/server/import/formats/link-account';

const ada = 'https://ada.example.com';
const bob = 'https://bob.example.com';
const entryAt = (line: number, url: string) =>
  entry({ line, name: 'x', url, text: '', details: '', tags: [] });

it('says which links were neither listed nor skipped, and counts them', () => {
  const account = new LinkAccount();
  account.see(ada, 1);
  account.see(ada, 4);
  account.see(bob, 2);
  account.see(bob, 7);
  account.settle(entryAt(1, ada));
  account.settle(part({ line: 2, url: bob, part: 'demo', entry: { line: 1, url: ada } }));
  account.settle(skipped(3, 'The line has no link.', 'noLink'));
  expect([...account.faults()]).toEqual([
    expect.objectContaining({ kind: 'skipped', why: 'fault', line: 4, url: ada }),
    expect.objectContaining({ kind: 'skipped', why: 'fault', line: 7, url: bob }),
  ]);
  expect(account.counts).toEqual({ seen: 4, entries: 1, parts: 1, skipped: 2 });
  expect(account.unseen).toEqual([]);
});

it('says which links were settled and never seen', () => {
  const account = new LinkAccount();
  account.settle(entryAt(3, ada));
  account.begin();
  expect(account.unseen).toEqual([{ url: ada, lines: [3] }]);
  expect([...account.faults()]).toEqual([
    {
      ...{ kind: 'skipped', line: 3, why: 'fault' },
      reason: expect.stringMatching(/^“https:\/\/ada\.example\.com” was read, but not seen in the file\./),
    },
  ]);
  // The next file of a folder does not tell it again.
  expect([...account.faults()]).toEqual([]);
});

it('counts an entry that cannot become a product as skipped', () => {
  const account = new LinkAccount();
  account.see(ada, 1);
  account.settle(entryAt(1, ada));
  account.refuse();
  expect(account.counts).toEqual({ seen: 1, entries: 0, parts: 0, skipped: 1 });
});

it('says nothing of a format that does not count its links', () => {
  const account = new LinkAccount();
  account.settle(entryAt(1, ada));
  expect([...account.faults()]).toEqual([]);
  expect(account.counts).toBeUndefined();
});
