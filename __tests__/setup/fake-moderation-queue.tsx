import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ToastRegion } from '@/components/layout/app-parts';
import { ModerationQueue } from '@/components/moderation/queue/moderation-queue';
import { ModeratorEditForm } from '@/components/submissions/moderator-forms';
import type { ModeratedProduct } from '@/lib/contract/moderation';
import { buildWireProduct } from './build-product';
import { ok } from './fake-api';
import { renderScreen } from './render-screen';

export const hoursAgo = (hours: number) => new Date(Date.now() - hours * 60 * 60 * 1000).toISOString();

export function buildPending(number: number, overrides: Partial<ModeratedProduct> = {}): ModeratedProduct {
  return {
    ...buildWireProduct(number, { status: 'pending', approvedAt: null, createdAt: hoursAgo(50 - number) }),
    submitter: { handle: 'ada', name: 'Ada Byron', avatarURL: null },
    updatedAt: hoursAgo(50 - number),
    waitingSince: hoursAgo(50 - number),
    ...overrides,
  };
}

/** The queue of a server: a decision removes the product, and an undo puts all products back. */
export function fakeQueue(pending: ModeratedProduct[]) {
  let products = pending;
  return {
    list: () => ok({ products, nextCursor: null, pendingCount: products.length }),
    decide: (id: string) => {
      const product = products.find((candidate) => candidate.id === id);
      products = products.filter((candidate) => candidate.id !== id);
      return ok({ product });
    },
    putBack: () => {
      products = pending;
    },
  };
}

export const renderQueue = () =>
  renderScreen(
    <>
      <ModerationQueue
        handle="mo"
        image={({ name }) => <p>Picture of {name}</p>}
        loadEditForm={() => Promise.resolve(ModeratorEditForm)}
      />
      <ToastRegion />
    </>,
  );

export const queueItem = (name: string) => screen.findByRole('article', { name });
export const pressButton = async (name: string) =>
  userEvent.click(await screen.findByRole('button', { name }));
export const listNames = () =>
  screen.queryAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);
