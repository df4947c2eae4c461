import { Icon } from '@/components/ui/icon';
import { useKnownUser } from '@/hooks/use-user';
import { describeSuspension, SUSPENSION_EFFECT } from '@/lib/contract/plain/suspension';
import { joinSentences } from '@/lib/texts/sentences';
import { rich } from '@/lib/texts/rich';
import { say } from '@/lib/texts/texts';

/** Above a form, before somebody types what will be refused. Nothing for a viewer who is not suspended. */
export function SuspensionNotice() {
  const end = useKnownUser()?.suspendedUntil;
  if (end === undefined || isPast(end)) return null;
  return (
    <p className="mb-6 flex max-w-prose gap-3 rounded-card border border-danger p-4">
      <Icon name="alert" className="mt-0.5 size-5 shrink-0 text-danger" />
      <span>
        {rich('suspension.notice', '{suspended} <why>See why</why>' /* a link to the reason */, {
          suspended: joinSentences([describeSuspension(end), say(SUSPENSION_EFFECT)]),
          why: (inner) => (
            <a href="/account/profile" className="underline underline-offset-4">
              {inner}
            </a>
          ),
        })}
      </span>
    </p>
  );
}

const isPast = (instant: string): boolean => Date.parse(instant) <= Date.now();
