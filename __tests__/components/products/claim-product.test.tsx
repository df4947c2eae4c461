import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ToastRegion } from '@/components/layout/app-parts';
import { ClaimProduct } from '@/components/submissions/claim-product';
import type { Claim } from '@/lib/contract/claim';
import { fakeApi, ok, refuse } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';
import { signInOnScreen } from '../../setup/screen-member';

const open: Claim = {
  ...{ id: '7', host: 'zed.example', status: 'open', token: 'the-token' },
  ...{ method: null, verifiedAt: null },
};
const path = '/user/private/products/1/claim';

const render = () =>
  renderScreen(
    <>
      <ClaimProduct id="1" name="Zed" />
      <ToastRegion />
    </>,
  );
const openDetails = () => userEvent.click(screen.getByText('Is this yours? Claim this tool'));

it('loads nothing until it is opened, shows the ways to prove a claim, and what is wrong', async () => {
  let claim: Claim | null = null;
  let isPublished = false;
  const api = fakeApi({
    ...signInOnScreen(),
    [`GET ${path}`]: () => ok({ host: 'zed.example', takesMeta: true, claim }),
    [`POST ${path}`]: () => {
      claim = open;
      return ok({ claim });
    },
    [`POST ${path}/verification`]: () => {
      if (!isPublished) return refuse(409, 'conflict', "We couldn't find your token at zed.example.");
      claim = { ...open, status: 'verified', method: 'meta', verifiedAt: '2026-06-01T12:00:00.000Z' };
      return ok({ claim });
    },
  });
  render();
  expect(api.calls()).toEqual([]);
  await openDetails();
  await userEvent.click(await screen.findByRole('button', { name: 'Claim zed.example' }));
  expect(
    await screen.findByText('<meta name="listgrove-verification" content="the-token">'),
  ).toBeInTheDocument();
  expect(screen.getByText('listgrove-verification=the-token')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Check now' }));
  expect(await screen.findByText("We couldn't find your token at zed.example.")).toBeInTheDocument();

  isPublished = true;
  await userEvent.click(screen.getByRole('button', { name: 'Check now' }));

  expect(await screen.findByText(/^You're the verified owner of zed\.example\. We look/)).toHaveFocus();
  expect(screen.getByRole('link', { name: 'Edit Zed' })).toHaveAttribute('href', '/account/submit?id=1');
});

it('says why a site can not be claimed', async () => {
  fakeApi({
    ...signInOnScreen(),
    [`GET ${path}`]: () =>
      ok({ host: 'github.com', takesMeta: false, claim: null, problem: 'github.com hosts many products.' }),
  });
  render();
  await openDetails();
  expect(await screen.findByText('github.com hosts many products.')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Claim/ })).toBeNull();
});

it('gives up a claim, with the focus on what that means', async () => {
  let claim: Claim | null = {
    ...open,
    status: 'verified',
    method: 'meta',
    verifiedAt: '2026-06-01T12:00:00.000Z',
  };
  const { calls } = fakeApi({
    ...signInOnScreen(),
    [`GET ${path}`]: () => ok({ host: 'zed.example', takesMeta: true, claim }),
    [`DELETE ${path}`]: () => {
      claim = null;
      return ok({});
    },
  });
  render();
  await openDetails();
  await userEvent.click(await screen.findByRole('button', { name: 'Give up the claim' }));
  expect(await screen.findByText(/^Prove that you run the website\./)).toHaveFocus();
  expect(screen.getByRole('button', { name: 'Claim zed.example' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Give up the claim' })).toBeNull();
  expect(calls()).toContain(`DELETE ${path}`);
});
