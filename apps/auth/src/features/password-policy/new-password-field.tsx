import type { PasswordOwner } from '@tomekeeper/contracts-identity';
import { useShell } from '@tomekeeper/remote-kit';
import { PasswordField, type PasswordFieldProps } from '@tomekeeper/ui/field';
import { Icon } from '@tomekeeper/ui/icon';
import { VisuallyHidden } from '@tomekeeper/ui/visually-hidden';
import { policyRules, type PolicyRule } from './policy-rules';
import styles from './new-password-field.module.css';
import { useWordProblem } from './use-word-problem';

interface Props extends Omit<PasswordFieldProps, 'description' | 'value'> {
  value?: string;
  /** Whose password it is to be, as far as the form knows. */
  owner: PasswordOwner;
}

/** Field for a new password with a live checklist of the pool's rules. */
export function NewPasswordField(props: Props) {
  const { config } = useShell();
  // The rules about words are our own pool's.
  const hasWordRules = config.identity.features?.includes('common_passwords') ?? false;
  return hasWordRules ? <WithWordRules {...props} /> : <WithRules {...props} />;
}

function WithWordRules({ owner, error, ...props }: Props) {
  const { config } = useShell();
  const { value = '' } = props;
  const problem = useWordProblem(value, owner);
  // While another rule is open, the checklist is sufficient.
  const isComplete = policyRules(value, config.password_policy).every(({ met }) => met);
  const sentence = typeof problem === 'object' && isComplete ? problem.sentence : undefined;
  return (
    <WithRules
      {...props}
      owner={owner}
      error={error ?? sentence}
      more={[{ label: 'Not a common password or your name', met: problem === 'fine' }]}
    />
  );
}

function WithRules({
  owner: _owner,
  more = [],
  ...props
}: Props & { more?: readonly PolicyRule[] }) {
  const { config } = useShell();
  const rules = [...policyRules(props.value ?? '', config.password_policy), ...more];
  return (
    <PasswordField
      autoComplete="new-password"
      required
      {...props}
      description={
        <ul className={styles.rules}>
          {rules.map(({ label, met }) => (
            <li className={met ? styles.met : styles.rule} key={label}>
              <span className={styles.mark}>{met && <Icon name="check" size={16} />}</span>
              {label}
              {met && <VisuallyHidden> (done)</VisuallyHidden>}
            </li>
          ))}
        </ul>
      }
    />
  );
}
