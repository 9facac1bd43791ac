/** Tells password managers the user name. Chromium ignores type=hidden. */
export const HiddenUserName = ({ label, name }: { label: string; name: string }) => (
  <p hidden>
    <label>
      {label} <input type="text" autoComplete="username" value={name} readOnly />
    </label>
  </p>
)

export const UserName = ({ phone }: { phone: string }) => (
  <HiddenUserName label="Mobile number" name={phone.replace(/^\+91/, '')} />
)
