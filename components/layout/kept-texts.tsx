import { useMemo } from 'react';
import type { Elements } from '@/components/ui/elements';
import { TextKeeperContext } from '@/components/ui/kept-text';
import { useSessionToken, useUser } from '@/hooks/use-user';
import { keptTexts, VISITOR } from '@/lib/browser/kept-texts';

/** Keeps what the person at the screen types, apart from what other members have typed in this tab. */
export function KeptTexts({ children }: { children: Elements }) {
  const { user } = useUser();
  const isVisitor = useSessionToken() === null;
  // An id is empty if a product server of another kind gives none.
  const owner = isVisitor ? VISITOR : user && (user.id || user.email);
  const keeper = useMemo(() => (owner === undefined ? undefined : keptTexts.of(owner)), [owner]);
  return <TextKeeperContext value={keeper}>{children}</TextKeeperContext>;
}
