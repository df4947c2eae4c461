import useSWR from 'swr';
import { type ApiFailure, call } from '@/lib/api/http';
import type { AnswerOf } from '@/lib/contract/call';
import { acknowledgeMeasureCall, listMeasuresCall, type OwnMeasure } from '@/lib/contract/measure';
import { useAnnouncedAttempt } from './use-attempt';
import { useSessionToken } from './use-session-token';

/** The measures of moderators against the viewer, in force and past. Undefined until they are loaded. */
export function useMeasures() {
  const token = useSessionToken();
  const { isUnderWay, announce } = useAnnouncedAttempt();
  const { data, mutate } = useSWR<AnswerOf<typeof listMeasuresCall>, ApiFailure>(
    token ? [token, 'measures'] : null,
    () => call(listMeasuresCall),
  );
  return {
    measures: data?.measures,
    past: data?.past,
    isAcknowledging: isUnderWay,
    /** Says that the viewer has read a warning. */
    acknowledge: async ({ id }: OwnMeasure): Promise<void> => {
      await announce(async () => {
        await call(acknowledgeMeasureCall, { params: { id } });
        return "Thanks. The moderators can see that you've read it. You'll find it below, where you can also answer.";
      });
      await mutate().catch(() => undefined);
    },
  };
}
