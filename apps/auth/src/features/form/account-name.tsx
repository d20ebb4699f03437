/** Under this name password managers file the password of a form that does not ask for the address. */
export function AccountName({ email }: { email: string }) {
  return (
    <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
  );
}
