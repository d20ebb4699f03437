import type { ReactNode } from 'react';
import type { Failure } from '@tomekeeper/api-client';
import type { Form } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { FormError } from '@tomekeeper/ui/form-error';
import { Cluster, Stack } from '@tomekeeper/ui/stack';
import { AuthPage } from '../auth-page/auth-page';

/** Props of every sign-in step. */
export interface StepProps {
  /** Sends the response; the page then shows the next step. */
  answer: (answer: string, attributes?: Record<string, string>) => void;
  /** Why the last answer was refused. */
  failure: Failure | undefined;
  busy: boolean;
  /** Gives this sign-in up and shows the first form again. */
  startAgain: () => void;
}

interface Props extends Omit<StepProps, 'answer'> {
  intro: ReactNode;
  children: ReactNode;
  /** The button that sends; a step that is a choice has a button per choice instead. */
  send?: string;
  form?: Pick<Form, 'props'>;
}

/** Layout of a sign-in step: prompt, fields and back link. */
export function StepFrame({ intro, children, send, form, ...step }: Props) {
  return (
    <AuthPage title="Sign In" intro={intro}>
      <form noValidate {...form?.props}>
        <Stack>
          {children}
          <FormError {...step.failure} />
          {send && (
            <Button type="submit" wide busy={step.busy && 'Signing in…'}>
              {send}
            </Button>
          )}
          <Cluster>
            <Button variant="quiet" size="small" onClick={step.startAgain}>
              Start again
            </Button>
          </Cluster>
        </Stack>
      </form>
    </AuthPage>
  );
}
