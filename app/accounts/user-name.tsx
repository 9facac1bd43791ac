/** As sign-in asks for it, for password managers where no field asks: Chromium reads no type=hidden. */
export const HiddenUserName = ({ label, name }: { label: string; name: string }) => (
  <p hidden>
    <label>
      {label} <input type="text" autoComplete="username" value={name} readOnly />
    </label>
  </p>
)

/** Of a member. */
export const UserName = ({ phone }: { phone: string }) => (
  <HiddenUserName label="Mobile number" name={phone.replace(/^\+91/, '')} />
)
