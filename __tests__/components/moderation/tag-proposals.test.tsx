import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ToastRegion } from '@/components/layout/app-parts';
import { TagMerges } from '@/components/moderation/sections/tags';
import { TagProposals } from '@/components/moderation/tags/tag-proposals';
import type { TagMerge, TagProposal } from '@/lib/contract/tag-merge';
import { clearSessionToken, storeSessionToken } from '@/lib/session-token';
import { fakeApi, held, ok, refuse } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';
import { hasText } from '../../setup/has-text';

beforeEach(() => storeSessionToken('token'));
afterEach(() => clearSessionToken());

const show = (view: React.ReactNode) =>
  renderScreen(
    <>
      {view}
      <ToastRegion />
    </>,
  );
const side = (id: string, name: string, productCount: number) => ({
  ...{ id, name, slug: name.toLowerCase().replace(' ', '-'), productCount },
});
const plural: TagProposal = {
  ...{ id: '7', source: side('1', 'Editor', 1), target: side('2', 'Editors', 5) },
  ...{ reason: 'plural', score: 90, sharedCount: null, sampledCount: null },
};
const together: TagProposal = {
  ...{ id: '8', source: side('3', 'Docs', 6), target: side('4', 'Manuals', 7) },
  ...{ reason: 'together', score: 86, sharedCount: 6, sampledCount: 7 },
};
const typo: TagProposal = {
  ...{ id: '11', source: side('5', 'Fonst', 0), target: side('6', 'Fonts', 2) },
  ...{ reason: 'typo', score: 82, sharedCount: null, sampledCount: null },
};
const spelling: TagProposal = { ...typo, id: '12', reason: 'spelling', score: 99 };
const merge: TagMerge = {
  ...{ id: '9', source: { slug: 'editor', name: 'Editor' }, target: { slug: 'editors', name: 'Editors' } },
  ...{ state: 'moving', sourceProductCount: 1, targetProductCount: 5, productCount: 5 },
  ...{ moderatorHandle: 'mo', createdAt: '2026-06-01T12:00:00.000Z' },
  undoableUntil: '2026-07-01T12:00:00.000Z',
};

describe('similar tags', () => {
  it('say why two tags might be the same, and can be merged either way', async () => {
    const sent: unknown[] = [];
    const note = (path: string, body: unknown) => {
      sent.push(path, body);
      return ok({ merge });
    };
    fakeApi({
      'GET /moderation/tag-proposals': () =>
        ok({ proposals: sent.length > 0 ? [together] : [plural, together], nextCursor: null }),
      'POST /moderation/tags/1/merge': note,
      'POST /moderation/tags/4/merge': note,
    });
    show(<TagProposals />);
    expect(
      await screen.findByText('One is the plural of the other. Score 90. Editor has 1 tool, Editors 5.'),
    ).toBeInTheDocument();
    expect(
      screen.getByText('6 of 7 tools with one have both. Score 86. Docs has 6 tools, Manuals 7.'),
    ).toBeInTheDocument();

    await userEvent.click(screen.getByRole('button', { name: 'Merge Editor into Editors' }));

    expect(await screen.findByText(/Editor is merged into Editors/)).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByText(/plural/)).not.toBeInTheDocument());
    await userEvent.click(screen.getByRole('button', { name: 'Merge Manuals into Docs' }));
    expect(await screen.findByText(/Manuals is merged into Docs/)).toBeInTheDocument();
    expect(sent).toEqual([
      ...['/moderation/tags/1/merge', { intoId: '2' }],
      ...['/moderation/tags/4/merge', { intoId: '3' }],
    ]);
  });

  it('say that two tags differ in a letter or in their spelling', async () => {
    fakeApi({ 'GET /moderation/tag-proposals': () => ok({ proposals: [typo, spelling], nextCursor: null }) });
    show(<TagProposals />);
    const counts = 'Fonst has 0 tools, Fonts 2.';
    expect(await screen.findByText(`They differ in one letter. Score 82. ${counts}`)).toBeInTheDocument();
    expect(
      screen.getByText(`They differ in hyphens, spaces or case alone. Score 99. ${counts}`),
    ).toBeInTheDocument();
  });

  it('are kept apart, one decision at a time, and say when that failed', async () => {
    const answer = held();
    let isGone = false;
    fakeApi({
      'GET /moderation/tag-proposals': () => ok({ proposals: isGone ? [] : [plural], nextCursor: null }),
      'DELETE /moderation/tag-proposals/7': () =>
        isGone ? refuse(404, 'not_found', 'These two tags are no longer listed as similar.') : answer.answer,
    });
    show(<TagProposals />);
    const keepApart = await screen.findByRole('button', { name: 'Keep apart Editor and Editors' });
    await userEvent.click(keepApart);
    expect(screen.getByRole('button', { name: 'Merge Editor into Editors' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );

    answer.send(refuse(404, 'not_found', 'These two tags are no longer listed as similar.'));
    isGone = true;

    expect(await screen.findByText('These two tags are no longer listed as similar.')).toBeInTheDocument();
    expect(await screen.findByText('No similar tags')).toBeInTheDocument();
  });

  it('toast that two tags stay apart', async () => {
    fakeApi({
      'GET /moderation/tag-proposals': () => ok({ proposals: [plural], nextCursor: null }),
      'DELETE /moderation/tag-proposals/7': () => ok({}),
    });
    show(<TagProposals />);
    await userEvent.click(await screen.findByRole('button', { name: 'Keep apart Editor and Editors' }));
    expect(await screen.findByText('Editor and Editors stay apart.')).toBeInTheDocument();
  });
});

describe('merges', () => {
  it('are undone once the moderator confirms, with the focus where it was', async () => {
    let isUndone = false;
    fakeApi({
      'GET /moderation/tag-merges': () =>
        ok({ merges: [isUndone ? { ...merge, state: 'returning' } : merge], nextCursor: null }),
      'DELETE /moderation/tag-merges/9': () => {
        isUndone = true;
        return ok({});
      },
    });
    show(<TagMerges />);
    expect(
      await screen.findByText(hasText('1 tool and 5 tools before, 5 tools now, and more to follow')),
    ).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Undo the merge of Editor' }));
    expect(isUndone).toBe(false);
    expect(screen.getByRole('button', { name: 'Yes, undo the merge of Editor' })).toHaveFocus();

    await userEvent.keyboard('{Enter}');

    expect(await screen.findByText('Editor and Editors are two tags again.')).toBeInTheDocument();
    expect(await screen.findByText(/being undone/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /undo the merge/i })).not.toBeInTheDocument();
  });
});
