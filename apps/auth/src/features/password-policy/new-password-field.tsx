import { useShell } from '@tomekeeper/remote-kit';
import { PasswordField, type PasswordFieldProps } from '@tomekeeper/ui/field';
import { Icon } from '@tomekeeper/ui/icon';
import { VisuallyHidden } from '@tomekeeper/ui/visually-hidden';
import { policyRules } from './policy-rules';
import styles from './new-password-field.module.css';

type Props = Omit<PasswordFieldProps, 'description' | 'value'> & { value: string };

/** A password to be chosen, with the pool's rules beside it, ticked off while typing. */
export function NewPasswordField(props: Props) {
  const { config } = useShell();
  const rules = policyRules(props.value, config.password_policy);
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
