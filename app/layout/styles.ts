/** Root imports these sheets first, because they declare the order of layers. */
import '../tailwind.css'
import '~/ui/button.css'
import '~/ui/layout.css'
import '~/ui/surfaces.css'
import '~/ui/text.css'
