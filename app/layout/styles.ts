/** The sheets that any page may need. A component imports its own; root imports these first, because they begin with the order of layers. */
import '../tailwind.css'
import '~/ui/button.css'
import '~/ui/layout.css'
import '~/ui/surfaces.css'
import '~/ui/text.css'
