import { screen, within } from '@testing-library/react';
import type { SubmittedProduct } from '@/lib/contract/submission';
import DashboardPage from '@/pages/account/profile';
import { ok } from './fake-api';
import { renderScreen } from './render-screen';

export const counts = { approved: 12, pending: 2, rejected: 1 };
export const list = (products: SubmittedProduct[], nextCursor: string | null = null) =>
  ok({ products, counts, nextCursor });

export const renderDashboard = (status: string) =>
  renderScreen(<DashboardPage />, { path: `/account/profile?status=${status}` });

export const tab = (name: string) => screen.findByRole('link', { name });
export const row = async (name: string) => {
  const heading = await screen.findByRole('heading', { level: 3, name });
  const item = heading.closest('li');
  if (!item) throw new Error(`${name} is not in the list.`);
  return within(item);
};
