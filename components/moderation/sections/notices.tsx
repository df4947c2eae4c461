import { useId } from 'react';
import { Choice } from '@/components/ui/choice';
import { useAttempt } from '@/hooks/use-attempt';
import { useViewerData } from '@/hooks/use-viewer-data';
import { call } from '@/lib/api/http';
import {
  chooseStaffNoticeCall,
  findStaffNoticesCall,
  NOTICE_RULES,
  NOTICE_TIMINGS,
  type NoticeKind,
  type NoticeTiming,
  STAFF_NOTICES,
  type StaffNoticeChoices,
} from '@/lib/contract/staff-notice';
import { NotLoaded } from '@/components/moderation/moderator-list';
import { say, t } from '@/lib/texts/texts';

const TIMINGS: Record<NoticeTiming, string> = {
  get off() {
    return t('notices.off', 'Off' /* never send an email about this */);
  },
  get 'at-once'() {
    return t('notices.atOnce', 'At once' /* send an email */);
  },
  get morning() {
    return t('notices.morning', 'Each morning' /* send an email */);
  },
};

/** What the viewer is told by email. Each choice is saved at once. */
export default function Notices() {
  const { choices, error, refresh, failure, choose } = useNotices();
  return (
    <>
      <p className="mt-2 max-w-prose text-muted">
        {t(
          'notices.about',
          'Choose which work you are told of by email. Emails are at least an hour apart: what comes sooner is in the next one. A summary comes at {hour}:00 ({timeZone}).',
          { hour: String(NOTICE_RULES.morningHour), timeZone: choices?.timeZone ?? '…' },
        )}
      </p>
      {!choices && (
        <NotLoaded
          failed={t('notices.notLoaded', "We couldn't load your choices")}
          error={error}
          onRetry={() => void refresh()}
          className="h-48"
        />
      )}
      {choices && <Recipient {...choices} />}
      {failure && (
        <p role="alert" className="mt-4 text-danger">
          {failure.message}
        </p>
      )}
      <ul className="mt-6 border-t border-line">
        {choices?.notices.map(({ kind, timing }) => (
          <KindItem key={kind} kind={kind} timing={timing} onChoose={(wanted) => void choose(kind, wanted)} />
        ))}
      </ul>
    </>
  );
}

/** Where the emails go, or why there are none. */
function Recipient({ email, sendsEmails }: StaffNoticeChoices) {
  if (!sendsEmails)
    return (
      <p className="mt-4 text-danger">
        {t('notices.noMail', 'This site sends no emails. An admin can set up a mail server.')}
      </p>
    );
  if (email === null)
    return (
      <p className="mt-4 text-danger">
        {t('notices.noEmail', "You get none: the provider you sign in with hasn't verified your email.")}
      </p>
    );
  return <p className="mt-4 wrap-anywhere">{t('notices.sentTo', 'Your emails go to {email}.', { email })}</p>;
}

type KindItemProps = {
  kind: NoticeKind;
  timing: NoticeTiming;
  onChoose: (timing: NoticeTiming) => void;
};

function KindItem({ kind, timing, onChoose }: KindItemProps) {
  const id = useId();
  return (
    <li className="border-b border-line py-3">
      <fieldset>
        <legend className="font-semibold">{say(STAFF_NOTICES[kind].label)}</legend>
        <div className="mt-2 flex flex-wrap gap-2">
          {NOTICE_TIMINGS.map((each) => (
            <Choice
              key={each}
              type="radio"
              name={id}
              value={each}
              checked={each === timing}
              onChange={() => onChoose(each)}
            >
              {TIMINGS[each]}
            </Choice>
          ))}
        </div>
      </fieldset>
    </li>
  );
}

function useNotices() {
  const { failure, attempt } = useAttempt();
  const { data, error, mutate, refresh } = useViewerData(['notices'], () => call(findStaffNoticesCall));
  return {
    choices: data,
    error,
    refresh,
    failure,
    /** Shows the choice while it is sent, and the former one if it was refused. */
    choose: (kind: NoticeKind, timing: NoticeTiming) =>
      attempt(async () => {
        const optimisticData = data && {
          ...data,
          notices: data.notices.map((each) => (each.kind === kind ? { kind, timing } : each)),
        };
        await mutate(call(chooseStaffNoticeCall, { params: { kind }, body: { timing } }), {
          revalidate: false,
          ...(optimisticData && { optimisticData }),
        });
      }),
  };
}
