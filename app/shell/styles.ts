/** The sheets that any page may need. A component imports its own; root imports these first, because they begin with the order of layers. */
import '../tailwind.css'
import '~/ui/button.css'
import '~/ui/layout.css'
import '~/ui/list.css'
import '~/ui/surfaces.css'
import '~/ui/text.css'
// Any page may come with a dialog in its HTML, and <Links> does not know the sheets of chunks on demand.
import '~/accounts/join/join-dialogs.css'
import '~/accounts/otp/otp-input.css'
import '~/ui/copy-field.css'
import '~/ui/dialog.css'
import '~/wallet/withdrawals/withdraw-dialog.css'
